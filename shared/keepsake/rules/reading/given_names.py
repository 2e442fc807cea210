"""Given names that are no other word: where every word has a capital, at the beginning of a sentence, they show that it is of somebody."""

GIVEN_NAMES = frozenset(
    """aaliyah aarav aaron abby abdullah abe abigail adaeze adam addison adele adrian agnes agnieszka ahmed aidan aiden aiko aisha aksel
    alan albert alejandro alex alexander alexandra alfie alice alicia alina alison allison amanda amara amelia amina amir amy ana ananya
    anastasia anders andre andrea andreas andrew andriy andy angela anita anjali anna anne annette annie anthony anton antonio anya
    aoife archie ariana arjun arlo arthur asha asher astrid aubrey audrey ava axel barbara barry beatrice beatriz becky ben benjamin
    bernard bernd beth betty bex bianca bilal bjorn björn bogdan brad brenda brett brian bridget bruno caleb callum camila carl carla
    carlos carmen carol caroline catherine cathy cecilia chad charlie charlotte chester chidi chioma chloe chris christian christina
    christine chuy ciara claire clara claudia clyde colin colleen connor consuelo cora craig daniel daniela dante darlene darnell darren
    dave david debbie deborah declan deepak deirdre delilah dennis derek deshawn diana diego dmitri dolores dominic donna doreen doris
    dorothy dottie doug douglas duane duncan dwayne dwight dylan eddie edith edward eileen ekaterina eleanor elena eli eliana elias
    elijah elin elizabeth ella ellie ellis elmer elsa elsie emeka emil emilia emily emma emre enzo eric erik erin esme ethan ethel eva
    evan evelyn ewa ezra fatima felix femi fernanda finn fiona florian floyd folake frances francesca francis frank fred freddie freja
    freya gabriel gabriella gareth gary gemma geoff george georgia gerald gianna gianni giorgio giulia gladys glenn gordon graham greg
    greta gustav hailey hamza hana hanna hannah hans harold harriet harry haruto hasan hassan hector heidi helen helena henrik henry
    hiroshi hugo ian ibrahim ida igor imogen imran ines ingrid irene irina isaac isabel isabella isla ismail ivan ivy jackson jacob jake
    jakub jamal james jamie jan jane janet jason javier jayden jaylen jean jeff jen jennifer jenny jeremy jess jessica jiho jim jiwoo
    joan joanna joe joel johan johanna john jonas jonathan jorge jose josef joseph josh joshua juan judith julia julian juliana julie
    kai karen karl katarzyna kate katharina katherine kathleen katie kavya keiko keith kelly kenji kev kevin khadija khalid kieran kim
    kirill kirsten klaus kobe kofi krzysztof ksenia kwame kyle lakshmi lara larissa lars laura lauren layla lea leah leila lena leo leon
    leonardo leroy leticia levi liam lily linda linnea lisa liz logan lorenzo louis louise luca lucas lucia lucy luis luke lydia mabel
    madelyn mads maeve magnus maja makena malcolm malgorzata malik mandy manuel marcin marco marcus margaret maria mariam marie marina
    mario marion marquis marta martha martin martina mary maryam mateo mateusz matilda matt matteo matthew maureen max maya meera megan
    mehmet melanie mia michael michelle miguel mike mikhail mila mildred milo minji minjun miriam mohamed mohammed molly monica mustafa
    nadia nancy naoko naomi natalia natalie nate nathan neha neil ngozi niamh nick nico nicola nicole nigel nikhil nikolai nils nina
    noah noelia nomsa noor nora norma norman nuno odette oksana oleg olena olga oliver olivia omar orla oscar oskar otis otto owen pablo
    paco pamela patricia patrick paul paula pauline pavel pawel pedro peggy penny pete peter petra philip phoebe pierre pilar piotr
    pooja priya quinn rachel rafael rahul raj rajesh ralph raquel ravi raúl rebecca reece rhonda ricardo richard rita robert roberto
    robin rodney roger rohan ron ronald rosa rosie ross rowan ruby rupert ruth ryan sadie sally sam samantha samir samira samuel sandra
    sanjay santi santiago saoirse sara sarah scarlett scott sean sebastian selma seojun seoyeon sergei sergio shane shannon sharon
    sheila shirley siddharth sigrid silas silvia simon sinead siobhan sipho sofia sofie solveig sonia sophia sophie soren stan stefan
    stella stephanie stephen steve stuart sue sunita suresh susan suzanne sven svetlana sylvia takashi tamara tammy tanya tara taras
    tariq tasha tatiana ted tendai teresa terrence terry tess thabo thandi theo theodore theresa thomas tim tina tobias toby tom tomas
    tomasz tommy tony tracy trevor tunde tyrone ulrike ursula valentina vanessa vera veronica victor victoria vihaan vijay vikram
    vincent walt walter wanjiru wendy wilhelm william wojciech wyatt xiu yasmin yuki yumi yuri yusuf yvonne zach zain zainab zanele zara
    zoe zoey zofia zoë""".split()
)
