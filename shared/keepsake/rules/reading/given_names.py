"""Given names that are no other word: where every word has a capital, at the beginning of a sentence, they show that it is of somebody."""

GIVEN_NAMES = frozenset(
    """aaron abby abigail adam adele adrian agnes agnieszka ahmed aidan aisha alan albert alejandro alex alexander alexandra alfie alice
    alicia alina alison amanda amara amelia amina amir amy ana anastasia andrea andreas andrew andy angela anita anjali anna anne
    annette annie anthony antonio anya archie arjun arthur asha astrid audrey barbara barry beatrice becky ben benjamin bernard bernd
    beth betty bianca björn brian bridget bruno caleb callum camila carl carla carlos carmen carol caroline catherine cecilia charlie
    charlotte chloe chris christian christina christine claire clara claudia colin connor craig daniel daniela darren dave david debbie
    deborah declan dennis derek diana diego dmitri dominic donna doris dorothy douglas duncan dylan eddie edith edward eileen elena
    eleanor eli elias elijah elizabeth ella ellie ellis elsa emil emily emma enzo eric erik erin ethan eva evan evelyn fatima felix
    fiona florian frances francesca francis frank fred freddie freya gabriel gareth gary gemma geoff george georgia gerald gianni
    giorgio giulia gordon graham greg greta gustav hamza hannah hans harold harriet harry hasan hassan hector heidi helen helena henry
    hugo ian ibrahim ida imran ines ingrid irene isaac isabel isabella ismail ivan ivy jacob jake james jamie jan jane janet jason
    javier jayden jean jeff jennifer jenny jeremy jess jessica jim joan joanna joe joel johan johanna john jonas jonathan jorge jose
    josef joseph josh joshua juan judith julia julian julie karen karl kate katharina katherine kathleen katie keith kelly kevin khalid
    kieran kim kirsten klaus kofi kwame lara lars laura lauren lea leah lena leo leon leonardo leila liam lily linda lisa liz louis
    louise luca lucas lucia lucy luis luke lydia maja malcolm manuel marco marcus margaret maria mariam marie marina mario marion marta
    martha martin mary mateo matilda matt matthew max maya megan mehmet melanie mia michael michelle miguel mike mila miriam mohamed
    mohammed molly monica nadia naomi natalia natalie nathan neil nick nicola nicole nigel nikhil nina noah nora norman nuno olga oliver
    olivia omar oscar oskar otto pablo pamela patricia patrick paul paula pauline pedro penny pete peter petra philip phoebe pierre
    piotr priya rachel raj rajesh ralph raquel raúl rebecca reece ricardo richard rita robert roberto robin roger ron ronald rosa rosie
    ross rowan ruby rupert ruth ryan sally sam samantha samir samuel sandra sanjay sara sarah sean sebastian selma sergio shannon sharon
    sheila shirley silvia simon sofia sofie sonia sophia sophie stan stefan stella stephanie stephen steve stuart sue susan suzanne sven
    sylvia tamara tanya tara tariq tasha ted teresa terry theo theresa thomas tim tina tobias tom tomas tommy toby tony tracy trevor
    tunde ulrike ursula valentina vanessa vera veronica victor victoria vijay vincent walter wendy wilhelm william yasmin yuki yusuf
    yvonne zara zoe zoë""".split()
)
