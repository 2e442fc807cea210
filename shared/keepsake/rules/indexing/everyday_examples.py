"""What the reader made of the conversations in bench/everyday, by whether a label names it: of use later, or not (`useful_examples.py`).

Printed by `python -m bench.of_use bench/everyday/*.json --print`; statements of more than 140 characters are left out.
"""

from __future__ import annotations

KEPT = """\
I am 71
Clay
It's about 40 metres by 12 and the back faces north-east, which Maureen (my wife) says is why we got the place cheap
I had better mention that I can't kneel for more than five minutes or so since the new hip last autumn [autumn 2025]
I take blood thinners, so one bramble scratch and it looks like a butcher's
Nothing with thorns near the paths
Maureen has picked dark green ones
I was for oak
I have ordered forty whips of hawthorn for along the back fence, bare-root
they come in November [November 2026] from a nursery over at Leominster
Hornbeam, then
Des next door tells me I ought to rip the lot out and put down gravel
Des has a plastic lawn, so consider the source
the kitchen is finished
I was 72 on Tuesday [25 August 2026] and the grandchildren gave me a soil thermometer, which tells you what they think of me
I have put two tons of grit on the lower bed and it swallowed the lot
im noor
i draw stuff for a living (kids books mostly, bit of editorial), freelance since 2021
380 a day
220 for a half day
rush is +50%, all ex vat
terms 30 days which nobody reads
i dont do deposits, feels rude
rn: Pelikaan (publisher) 32 page picture book about a heron, 6800 flat, final art due 17 april [17 April 2026]
one spot illo every thursday
190 a pop
a brewery, Lost Otter, who maybe want labels
author is rewriting the ending (he lives, spoiler)
nah thats staying
wout who i share the studio with asks 550 and that man cannot draw hands
350 each
files to them by 3 april [3 April 2026]
HERON IS DONE
last spread went out friday [19 June 2026]
invoice 2026-014 for the 6800
stadskrant killed the thursday spot
emails: n. haddad is enough at the bottom pls, the full thing sounds like im being arrested
I'm a single dad two kids Amara's fifteen and Jonah's thirteen
he's in eighth grade
I drive a delivery truck nights so if it's not written down someplace it does not happen
Amara went vegetarian in June [June 2026] god help me
Jonah eats anything long as it's not touching anything else
I got a hundred and forty a week for groceries that's it that's the number
their mom is Denise she's out in Tucson she gets them for Thanksgiving and two weeks in summer
she sends four hundred on the first of the month I mean when she sends it
I'm gone before they're up so Amara's in charge of getting Jonah out of bed
Jonah came home with a D in science he says Mr Kowalczyk hates him which I doubt
Denise up and moved she's in Flagstaff with some guy named Rick
Thanksgiving is off she wants Christmas the twenty third through New Year's so it's me and a turkey and two teenagers I guess
that eight minute thing of yours Jonah pulled his science up to a B minus I got it on the refrigerator
put some fish in the plan Amara eats fish now she decided fish don't have feelings
ha oxtail
my brother Leon just got put on nights down at the plant poor guy, better him than me
Solo sysadmin, dental supplies wholesaler, about 40 people
Two sites: Graz (HQ), Linz (warehouse)
hv01 and hv02: Proxmox 8.1
Firewall in Graz is an OPNsense
Linz still has an ancient Zyxel
nightly 22:00
Tapes go to the bank vault every Friday
Gernot, external, two days a month
Has domain admin
fs01: in-place to 2022 went through Sunday [19 April 2026]
Matter of fact one sentence of why is welcome with every command
hostname fw02
Gernot wants all of it on Hyper-V
Gernot sells Hyper-V
CFO takes the tapes home, Mondays
Encrypted since 2024
key in the safe
Was about to drop the # rule for destructive stuff, but no
Gernot's contract ran out end of June [June 2026]
Account disabled, pager quiet, birds singing
Hanneke typing, but count this as the both of us
Luis is sitting next to me eating cereal
18k between us
We'd start in Buenos Aires
it's Patagonia, Chile, Bolivia and Peru
we have to finish in Cartagena because Luis's cousin gets married there on 20 March [20 March 2026]
I get altitude sick something awful (Tibet 2017, let's not)
no nights above 3000 metres for me
38 and 41
he grew up in Cali
I'm on day 212 of Duolingo and can say where the library is
I cried a bit in the toilets, anyway 2 November [2 November 2026] then
we come home at the start of May [May 2026]
Amsterdam to Montevideo
His sister Paola did Colombia to Chile on a motorbike in one go, slept on beaches, spent about 2k all in
own bathroom, max 45 euro a night for the two of us, and somewhere I can boil water
I am not a person before tea
his mum is beside herself because Felipe (the cousin)
She gave me acetazolamide and says sleeping in La Paz is fine as long as I go up slowly
we talked about the dorm thing on the sofa like adults: dorms are ok for one night if there's nothing else near the bus station
i need to learn norwegian
me and my girlfriend Ingrid are moving to bergen in september [September 2026]
shes from there
im from leeds, so the pressures all on me
pretty much zero
i did the green owl for 3 weeks and learned to say the bear drinks beer
im in a van all day (electrician, self employed) so evenings really, say half eight when my lads in bed
20 mins tops on a weekday or my brain melts
sundays i can do a proper hour
no grammar words please
news, Ingrid got offered a job but its in tromsø, some research thing about cod
tromsø it is, about a million miles further north
still september as far as i know
maybe one in three, the rest normal oslo type speech so i dont drown
ive started doing it in the van at dinnertime, 12ish
the flat fell through because the landlord messed us about and then Ingrids mum broke her hip
she flew out early on her own
he plays football sunday mornings
got my A2 last friday [14 August 2026]
71%
ingrid reckons i should bin the northern clips and just do oslo
shes having me on, keep em coming
packed in the self employed lark as well, firm up there called Nordlys Elektro is taking me on, start 1st feb [1 February 2027]
Bruno is a beagle, six years old
Duchess is my cat, who is thirteen
Bruno has the salmon kibble, 180 grams a day in two meals, because chicken gives him dreadful ears
Dr. Lindqvist at the surgery in Mill Lane
Kofi comes on Wednesdays at ten for Bruno's recall
He charges 35 pounds a session
The woman across the street swears by an electric collar for hers
I think electric collars are cruel
he has become rather stout, 16.8 kilos
I have had a word with my son about cheese
Mondays
he has taken on a class
She would not touch her pouches for two days running
My sister in Hull has put her spaniel on raw meat and says that he is a puppy again
she is fifteen
Dr. Osei sends his regards, incidentally
14.9 this morning [the morning of 14 July 2026]
We have said goodbye to Kofi
Bruno comes when he is called now, even from a rabbit
I gave him a fruit cake
Im using the speaking button so excuse the state of it I look after my father Con
hes eighty one
he has Parkinsons since about 2019
he moved in with me after Christmas into the front room
I get migraines, bad ones, maybe twice a month
I work three days in the library in Douglas so its Tuesday Wednesday Thursday and then the rest of the week is himself
he had a fall on the 27th of May [27 May 2026] in the bathroom, nothing broken only his pride, but they kept him two nights in the Mercy
she went home to Gdansk
we have a fella called Denis, same time
dad prefers him because hell talk hurling all morning
Fergal now says put him in St Finbarrs and be done with it
Im on two since the summer, Tuesday and Wednesday
Im on topiramate one at night
the occupational therapist came in the end
we have a rail and a bath chair now
Mrs Crowleys father next door is off the tablets altogether and on the patches
since August [August 2026], renting in Ballincollig, so now at least I can roar at him in person
we're The Late Invoices, 4 of us, me on bass
Sue drums
Babs guitar + the van
tues 7-9, scout hut on Fell Rd
15 quid a go
first gig sat 23 may [23 May 2026], the Anchor
load in 5, on at 9
200 + chips
jazz bass w/ flats into an ashdown combo
my back's shot so dont send me links to 8x10s
got em up to 260 for the hassle
ollies missus has put her foot down, baby's due
Femi's on vocals from now on
babs wants to shift to thursdays, fat chance
my kids have swimming thurs
we're in Femi's mum's garage till it dries out
costs nowt, biscuits incl
little markbass, weighs nothing
nephew has the ashdown
at uni i was in a lot called Bin Juice, we practised in a mortuary car park
hes 16
no late pubs
I'm Marisol, 43
I've been a nurse for nineteen years [since 2007], the last eleven on the same respiratory ward at Glenfield
Diabetes specialist nurse, somewhere with no nights
About 44k with the enhancements
I can't go below 42 because of the mortgage, which is 1,180 a month
my husband Joel has been part time since his bypass
I learn best early, five in the morning with a coffee, before the house is up
One more thing for when we plan my days: I take levothyroxine, 75, and can't eat for half an hour after
Interview with Leicester Community on Tuesday [5 May 2026]
I said yes before she'd finished the sentence
Eight weeks, so last shift is 25 June [25 June 2026] if I get the letter in tonight [the night of 30 April 2026]
Priti off our ward has gone into research, 50k and every weekend free
That was my degree
The module is at Northampton
Nine to five, Monday to Friday, like a person in an advert
Passed the prescribing by the way, 68
I'm Bridie
I own a little café in Whitby called Gansey, 22 seats
Closed Monday and Tuesday, that's when I do the books and sleep
Coffee comes from Northmoor Roasters, they deliver on Thursdays
Milk is Dalby's dairy, every morning
eggs from my auntie Jean, who doesn't do invoices and doesn't want to talk about it
British spelling
Kofi is full time and runs the floor
he's on 12.80 an hour
Lottie does Saturdays
A flat white is 3.40
Scones are 2.95 with jam
we have our beans off Sandsend Coffee from now on, they drop off on Tuesdays
he's on 13.50 since his birthday
Lottie's off to uni in Leeds in September [September 2026]
11 quid an hour
Good, except the scones went up to 3.25 at Easter
My sister in Scarborough gets 4.20 for a flat white and people pay it without blinking
for the school holidays we're open Tuesdays too, so just Mondays shut until September [September 2026]
im Leyla
im doing a masters in urban geography at utrecht
my thesis is about why people give up their allotment gardens
i have to hand it in on 19 june [19 June 2026]
my supervisor is dr Mensink
we meet every second wednesday at 11
she wants 25000 words which is insane
i write in word and keep my references in mendeley
the statistics i do in spss bc thats what the course taught us
i work 16 hours a week in a bike shop, thursdays and fridays
my rent is 540
i share a flat with Joost and Femke
joost plays the drums
i do all my writing at the library
survey closed last night [the night of 7 April 2026] with 212 responses
Mensink is off sick till who knows when and they gave me some guy called Terpstra
he only has tuesdays at 9.30
10 july [10 July 2026]
ive redone every single table in R. wasnt even that bad, dont tell him
before this i did a year of law in leiden and i remember thinking nothing could ever be this boring
hes a baker, gets up at 3 but like a ninja
Name's Gethin
I'm 57
I've been running about six years, ever since the doctor pulled a face at my blood pressure
I live in Brecon so everything is a hill
The big one is the Cardiff half marathon on 4 October [4 October 2026]
I want to get under 1:45 before I'm sixty
Tuesday is club night with the Harriers, seven o'clock
Thursday I run on my own along the canal, 8k usually
Saturday nothing
Saturday is rugby and the sofa
My shoes are Brooks Ghosts
Watch is a Garmin 245 with a crack across it
my left achilles grumbles, for which I do heel drops on the stairs every night like a penguin
I don't eat dairy
Before a race it's porridge made with water, and a banana
the Sunday one is 10
My mate Alun's got himself into the Snowdonia marathon and wants me to come along
I went over to Hereford, had the gait business done and came home with a pair of Saucony Rides, ten and a half would you believe
Under 1:50 and finish smiling, that'll do me
Before you ask, ordinary milk's still a no, I paid for that ice cream in Barry all Sunday [6 September 2026]
the birthday brought me a Coros, so the cracked one's gone to the grandson to play postmen with
Posy is seven and then theres the cat
Posy gets the small room in the back
Milo gets the basement hes been begging for it and the third bedroom is going to be an office for Curtis
he works from home now
we booked Two Brothers Hauling they quoted us 4200 for the truck and three guys
i paid them a 500 deposit
schools okay Milo is going to Hawthorn Middle
Posy is going to Lowell Elementary i did the forms already and they both start on September 1 [1 September 2026]
Curtis has set himself up in the dining room so the third bedroom is a guest room now which means my mother basically
I am looking for a dress for my niece's wedding on 23 May [23 May 2026]
I'm a size 14 and 5'10
please nothing that ends above the knee
I love dark green
I love pockets
I don't wear polyester
I need a two-seater sofa
The alcove is 180 cm wide
it can't be any bigger than that, and my budget for the sofa is £900 including delivery
14 Larch Close
some shirts for my husband, Rob
He takes a 16.5 collar
he never wears short sleeves
he refuses anything with a logo on it
The dress arrived, order 77410-B
In yours I'm clearly a 12
172
She's Joan Pettifer, 3 Mill Row, Nailsworth
Only the sofa, my clothes still come to Larch Close
we can go up to £1,100 for it
I'd like the legs in oak
Rob has been going to the gym, or so he tells me
He'll even wear short sleeves these days, since Portugal
im a backend dev on the booking team at a hotel software company, theres 5 of us
stack is typescript 5.4 on node 20
nestjs
mongodb 6
team lead is Ines
code reviews go to Ines as well
Shreya builds the mobile app in flutter
Bartek is qa
conventions: conventional commits, branch names start with the jira key
no default exports
for the release notes: we deploy on tuesdays and thursdays at 10 with argo cd
Ines is on parental leave til november
Ruben is standing in as lead
Shreya would love to redo the app in kotlin multiplatform
deploys: tuesday and friday now
My name is Douglas
I live in Skipton with my wife, Maureen
One is from my old employer, which pays me £1,140 a month after tax, and that one I understand
The other is a pot with Aviva, worth £38,000, which I have never touched
We are keeping that for a rainy day
Maureen would like me to take an allotment for the fresh air
I am afraid an allotment is not my cup of tea at all
I am at the club of a Tuesday these days, since our hall has been let to a slimming class, of all things
Fiona, that is our daughter, telephoned on Sunday [26 April 2026]
She is a midwife in Wellington and has been out there eleven years
She has two boys, Callum and Rory, whom I know mostly as two foreheads on a screen
As it is, I do not suppose that Maureen would leave the choir
the proper statement has turned up behind the bread bin and it says £41,650
I should like to take out the quarter that is free of tax and spend it on flights to see Fiona at Christmas
She and Grant have bought a house in Nelson, on the other island
wren is 8 weeks (my baby)
she still wants feeding every 2 hrs thru the night, is that normal
breastfeeding mostly
joe (bf) gives her one bottle at 11 so i can get a bit of sleep in first
1st september [1 September 2026]
im a dental nurse, practice in horsham, 4 days a week
guess who only woke up for one feed last night [the night of 18 May 2026]
we went to see a childminder today [19 May 2026], bev, 5 mins from ours, 6.50 an hour
mon tues thurs
my mum has her fridays
joes sister packed in breastfeeding at 12 weeks and wont shut up about how free she feels
im carrying on
he started at gatwick, baggage, up at 4 poor sod
spent the whole week ringing round and got a place at little acorns nursery, 62 a day
chloe pays 80
mum is let off fridays
nah the 14th, they owed me leave
this is Ray I drive long haul been at it nineteen years now I'm out of Joplin Missouri and my wife put this on my phone
I'm with Cutler Brothers they got me in a blue Freightliner and mostly what I do is Joplin down to Laredo and back again hauling auto parts
I'm home every other weekend if dispatch don't mess it up which they do
the doctor says I got the sleep apnea so now I gotta sleep with this mask machine on and if I don't they pull my medical card
we'll see and then there's Biscuit she rides up front with me every trip
she's a beagle mix
I put in for that whole week and they give it to me for once
I thought on it for about a minute and a half but nah I got no business owning a truck I'd be broke by Christmas
same run but it's a dedicated now
I'm home Friday night to Sunday every week
I'm in a white International now and it rides like a wheelbarrow full of rocks
every night yes sir I wouldn't go without it now and the doc read the card out of it and signed me off for another year
I am in the second year of an LLB at Leicester
This term I have equity and trusts, land law, and administrative law
I should like to use you chiefly for revision notes
One quibble: a court delivers a "judgment", without the first e. Please keep to that
Equity is on 18 May [18 May 2026]
land law on 21 May [21 May 2026]
Administrative law is assessed by coursework alone, which is due on 30 April [30 April 2026]
You will be pleased to hear that I have a place on a vacation scheme: Marlowe Finch, in Bristol, two weeks from 6 July [6 July 2026]
My aim is property litigation
I have settled on adverse possession of registered land, which nobody else in my year seems to want
Equity was kind to us
Land law, which they shifted to the 26th with three days' warning, was not
For next year [2027], I should like case names in bold
My new reader turns italics into underscores
She thinks the field is exhausted, and so it will be proprietary estoppel, with particular regard to family farms
own a small climbing gym, the ledge, in galway
bouldering only
niamh runs the desk
tomek sets
open 10-22
weekends 10-20
membership 55 a month
day pass 14
nobody under 8, insurance
nobody is "passionate"
for the calendar: reset every tuesday
rent 3400 due on the 1st [1 March 2026]
landlord wants 3900
met at 3650
signed to 2031
tomek stayed
dan gone, surf school in lahinch
aoife full time
she takes the kids groups
6 with a parent
one emoji allowed there
I got engaged at christmas (!!!)
Beth and I are getting married on the 12th of September [12 September 2026], it'll be in Kinsale because that's where her family are from
I have literally nothing booked except the church hall for the afters 😅 where do you even start
90ish?
Beth's mam has about 40 cousins alone
her brother Donal's vegan
my nan can't chew anything harder than a spud so whatever we get has to suit the two of them
we're thinking a hog roast for the rest of them, Beth's heart is set on it
my sister Orla is my bridesmaid obviously
Beth's having her best friend Kit as best man, or best woman, best person, whatever we're calling it
no kids
Beth's aunt knows the fella at the sailing club
he's giving it to us for 1,100, view of the harbour and all, deposit's paid so that's the reception sorted
only 70
we're getting the wood fired pizza crowd from Clonakilty instead
they do a vegan one so Donal's grand
Beth's mam had pneumonia
pizza lads yes, photographer yes (we went with Niamh in the end, the dear one)
she's in Toronto that week for work, so Beth's brother is stepping in, suit and all
Orla's had her baby
he's doubling his bit so that's 10 from him
I'd say we're at 21 all told
stack: clickhouse 23.8 on 3 nodes (ch-a1, ch-a2, ch-a3), dbt-core 1.7, dagster for orchestration
cdc from mysql via debezium into kafka 3.6
all on hetzner bare metal
dbt kicks off 03:00, merges peak right after
out thu fri, Ravi covers
clickhouse went to 24.3 lts sat night
dbt starts 04:30
Ravi wants snowflake
ch-b1 in fsn1 took its slot
off 8-12
Ravi left us in april [April 2026] so Ines covers
I am sixty-seven
I have had type 2 diabetes for twenty-two years, the last six of them on insulin
I take 22 units of Lantus at bedtime and NovoRapid with my meals
My husband Walter has Parkinson's, diagnosed in 2021
his tablets have to be given on the dot at 7, 11, 3 and 7
I still prick my finger, four times a day
Our daughter Christine telephones every evening at six, and on Tuesdays I have choir, that is the one thing I do just for myself
I sing alto, badly
Mr Osei from next door sits with Walter while I am out, and they watch the snooker together and tell me they have talked
My sister Joan is a diabetic as well
Walter's neurologist has given him a fifth dose, at half past ten, for the stiffness in the night
The other four stay where they are
I was a school cook
Walter fell in the bathroom in July [July 2026] and broke his hip
he has been at Ashdown House ever since, learning to walk again
we practise on Thursdays in the Methodist chapel
Every evening, bless her, only it is nearer eight since she started on the late shift
I turned over my old diaries on Sunday, which was my sixty-eighth birthday, as it happens, and Walter forgot it, bless him
It was the autumn of 2020 [autumn 2020] that they told us about his Parkinson's
yr 10
15 in like 3 weeks
aqa for science edexcel for maths, doing triple
cant im at my dads rn theres no printer
mon to thurs im at mums then fri till sun here
gold 2 on val (on ps5 dont laugh), sova main, tryna hit plat b4 half term or kieran wont shut up about it
HIT PLAT 1 LAST NIGHT [the night of 2 March 2026] LETS GOOOO
dads moved to stockport w his gf, means its only every other weekend w him now
nah got moved down to combined after that physics mock, best day of my life tbh
on omen these days, sova got nerfed into the ground
no built a pc w easter money + grandads old monitor
rtx 4060, like 200 fps
1st of the month, all of them
Lewis pays when his student loan comes so with him i let it slide to the 10th but not a day past
Simon Holroyd does all my plumbing
Gas he won't touch, for that I've got Brendan, and the gas certificates are all up in May [May 2026]
my wife alison does the books and loathes it
thatll want a joiner before anybody views it oh and his loan came so aprils in anyway what was i going to ask you no its gone
The Adebayos went up to £925 on 1 April [1 April 2026], by the way
done, 310 all in
Still 710
it'll stay 710 while she's up there
Alison's handed the books over to an accountant, Farrah, thank God
I'm Philippa
I teach music at a secondary school in Shrewsbury, and on Thursday evenings I conduct a community choir called the Quarry Singers
There are thirty-eight of us, far too many altos and never enough tenors, which I'm told is the same the world over
It's booked for Saturday the 27th of June [27 June 2026] at St Chad's
I've settled on the Fauré Requiem for the second half
Huw Prosser has promised us the baritone solo, for a bottle of something Scottish
The doctor calls it a frozen shoulder, the right one naturally
I'm having physiotherapy at the Severn Clinic every other Monday
Only the levothyroxine, 75 micrograms first thing in the morning, which I've taken since Owen was born
it will have to be the Abbey instead, same date, same time
The endocrinologist, a very young man with beautiful handwriting, looked at my bloods and has put the levothyroxine up to 100
My friend Dilys's choir is doing the Rutter that very same month, and half my sopranos have started humming it at me
I must tell you that the shoulder has thawed at last
The clinic discharged me on Tuesday [9 June 2026] with a handshake and a rubber band
surnames will do perfectly well for the rehearsal emails
Only in the printed programme would I like the whole name, with dates
At my previous school, in Telford, I had a county orchestra on tap and didn't know I was born
its me kat and my boyfriend dario
we live full time in a 2011 sprinter
rn were parked up near ericeira till the end of the month
budget is 1200 a month all in, euros
we never do tolls
some solar on the roof and one 100ah lithium
dario does subtitles for a streaming company mon to thu mornings
we need 4g wherever we stop those days
i do market stalls when theres one going, rings n wire stuff i make
plan is brittany for the whole summer cos my nan has a field near quimper and nobody bothers you there
gertrude failed the inspection
rear brakes and a rusty sill
840 quid
840 euros
met a couple from leipzig in the hostel who do everything on 600 a month
he does bar shifts in the village now, thurs to sun
if its shut then fine we pay this once, but dont go giving me toll roads after that
Nurse, ITU, nights
4 on 4 off
Leeds half, 10 May [10 May 2026]
Sub 1:50
Best so far 1:57, 2023
Three
Never straight off a night shift
Asthma, mild
Blue inhaler before hills
Wife's Grainne
Twins, 5
no runs 3-6
Left knee, outside
1:41
Got the outreach job
Band 7, all days
ITB, physio says
17 May [17 May 2026], roadworks
Under 2
There are two of us, me (Deniz) and Ruth
We make Lychgate, case management for funeral directors
I write the code
she does sales and support
Elixir, Phoenix LiveView, SQLite with Litestream
41 branches pay us
£89 a branch a month
Bootstrapped
An angel called Colette Marchetti has offered 150k on a SAFE with a 2.5m cap
I spent Easter in the server cupboard, so to speak, and LiteFS replaces Litestream
the baby is due on the 20th
It's £99 for anyone new since the first of the month
The old lot stay on 89 until they renew
Our first American chain has signed, so anything a customer sees goes out in American from today [8 September 2026]
Ilse joined us in August [August 2026] as our first engineer
my daughter Maureen has put this on the telephone so I can talk at it
my hands are no good for typing with the arthritis
I go up the surgery every other Thursday for the blood test for that it's a nuisance but there we are they're very nice girls
Maureen lives in Norwich with Keith
don't ask the frost had the runner beans every blessed one so it's courgettes in that bed this year [2026]
don't tell me what you can do with courgettes I have had them every way there is
he's gone over to geography same university mind and his mother isn't speaking to him but I think good for the lad he never liked sums
I'm stopping with them in Norwich now in the back bedroom with all Jamie's football cups
it was meant to be Percy but his hip's gone so Doreen next door does the watering of a morning bless her
they've halved the bisoprolol so it's one and a quarter
I said no my girl I have my tea at half past six same as I have since nineteen sixty eight
I am Thiago
At home I study industrial design
No, I sleep in a hostel near the station, 38 euros the night
I search a room for maximum 600 per month
it must allow the registration, without this I don't get my permit
My courses in this block are Service Design, Circular Materials, and of course the Dutch for beginners, where I am the worst
I don't eat pork
lactose makes me sick
Saoirse from Ireland
my girlfriend Bia is still in Recife
we call us every Sunday at 20h
It is in Lombok with three Dutch people and a balcony, and yes
I took Bio-Fabrication in its place
Actually for Bia and me it's Saturday now, because on Sunday [29 March 2026] I play football with the Erasmus team
Saoirse rents one for 20 the month and already she lost two keys
In Recife I was vegetarian during two years
I am here only till the end of September [September 2026]
it was never the lactose, it's wheat
When it is an email to a professor, there yes, correct everything
She is a Westerly Centaur, twenty-six feet
she is called Kittiwake
We keep her on a swinging mooring at Tollesbury, which means rowing out in all weathers, but there it is
she will not sail at night, not since a fright we had off the Sunk in 2019
Our grandson Barnaby, who is six
I have atrial fibrillation, for which I take warfarin
Philippa wears a hearing aid in her left ear and is otherwise as strong as a horse
Rupert, our son, is putting up a marquee in his garden for it
Now that we have the pontoon berth at Bradwell I go aboard in my slippers
They charge us £3,150 a year for it, which is daylight robbery
the surgery has put me on apixaban
My cardiologist would sooner I stayed within a day's sail of a hospital this year [2026]
we shall potter up to the Walton Backwaters in June [June 2026] instead
Barnaby earned his twenty-five metre badge at the baths in August [August 2026]
Philippa has stood the midnight watch three times this summer [summer 2026] and admits that she enjoyed it
Terry at the boatyard did it in April [April 2026] last year [2025]
Kittiwake stays in the family
I run a nursery nr Ledbury
3 polytunnels
Perennials + hedging, mostly trade
Label rules: latin name first
max 40 words
never the word "stunning"
Keir, propagation, full time
Lotte on the till Fri-Sun
Keir has a bad back - nothing over 10kg for him
Perennials 2L 7.50
Lavender 1L 4.25
Hawthorn bare root 0.85
Plugs: Vandermeer, order in by Tue noon or nothing comes
Compost: Dalesgrow
2L perennials 8.25 from today [22 April 2026]
Sylvamix brings our compost as of Monday [27 April 2026], cash on delivery
Cousin of hers, Fintan, covers the till until July [July 2026]
Bloke at the market says Vandermeer's going bust
Back is mended
physio has him lifting again
Lotte back Saturday [3 October 2026]
Till, plus she takes over the Instagram
im tam, 16, yr 11 at st cuthberts and mocks are in like 3 weeks
chem and physics
i get migraines if i stay up revising past 10
it has to be right after school
sats im at the chippy 11-5
tues netball
sundays we go dads
jodie (best mate) wants me to do psych w her but im down for bio chem and french
mme leroux said id be mad to drop french
my sister roza is doing my head in, trumpet at 7am every single day
shes 12 she should be asleep
got a thing at the cafe in wyevale garden centre now, its sundays
im at dads on saturdays instead
me and jodie arent talking
dilly is basically my best friend now
wait just looked its the 22nd
im doing psych next yr not french
we made up after exams
shes my number 1 again
dilly moved to hull anyway
jodies brother gets 9.20 an hour at aldi
im on 6.40, its child labour
I'm Naledi, software tester, at the moment it's mostly Playwright
I've signed with a company in Leipzig called Quellwerk
my start date is 1 August [1 August 2026]
Currently in Gaborone, so there's a lot to organise
no, my partner Kabelo comes with me
he's a nurse
he has to get his diploma recognised first, a whole saga
Blue Card
embassy appointment is 14 April [14 April 2026]
contract ✓ degree ✓ photos ✓ ZAB statement
Flat hunting criteria: max 950 warm, Plagwitz or Lindenau, has to allow a cat (Pickle, fat, ginger)
Setswana, English
german: A1 😬 goethe course tues + thurs evenings
English, but sneak one German word into each answer
we stretched it to 1100 warm because for 950 you get a cupboard
ha, Pickle screams at 4am
my colleague Thabang went to Berlin on a job seeker visa
Passed A2 yesterday [25 May 2026]
The hospital won't let Kabelo go before January [January 2027]
I'm flying out with just Pickle
I live in Reudnitz of all places
1040 warm, third floor, a bakery downstairs
they put me on the mobile team, it's all Appium, haven't opened playwright once
love, well where do I start, there's the two of them at the moment, with me and my husband Huw
the form only said eczema for Marlo and that's all it said, but the first Sunday [12 April 2026] I did a trifle
the antihistamine lives in my handbag, the brown one
she's been vegetarian since Christmas and won't have a pan that's had bacon in it
the fifth is Huw with his hip
hers is the twelfth of May [12 May 2026] at ten past two
our social worker is Dervla
his mum got a cleaning job on a Wednesday [27 May 2026]
My friend Bronwen who fosters over in Pontypool has a little lad who can't have milk or egg or wheat or anything
Huw had his new hip on the fourteenth of July [14 July 2026] and was a dreadful patient
she's stopping with us till she's eighteen, it's been to panel and all
I was thinking about little Kayden last night [the night of 20 September 2026], our very first
"""

LEFT = """\
My daughter-in-law set this up for me so bear with me
One of them won something at Ludlow
No, those we buy ourselves
I was outvoted one to one
Kevin never appeared on Monday [11 May 2026]
I hadn't thought of that
I'll ring them tomorrow [18 May 2026]
As things are Maureen would find me in it
Maureen says you have better manners than I do
I had measured as far as the shed and not to the corner
my admin is a swamp
maybe i should just become wout
told bram its 30 days or no labels
he folded in four minutes
four labels
new art director
he wants photos
i made a noise
any tricks for drawing rain
it doesnt look like scratches on the paper
remember my principles
still havent seen a cent from them
tomorrow [23 June 2026]
going to bed before i quote someone a negative number
she says she'd give up the whole vegetarian thing for my mother's short ribs
she's playing with me she ate the bean thing again tonight [the night of 14 September 2026]
fs01: file server
Windows Server 2019
Backups: Veeam on backup01
Before my time
40 minutes
no tears
22:00 backups collided with the ERP batch
I was too strict
Linz: Zyxel is in the bin
Watered weekly
Bank closed the vault
Saved me yesterday [14 July 2026]
don't want to talk about it
flights come on top
plenty
our backs have opinions
Luis here
He does the talking over there by the way
my boss
Flights booked
I'm only asking
Luis has gone very quiet
We are not Paola
We were at Luis's parents' last weekend [the weekend of 18 July 2026]
it was 34 degrees and nobody had slept
Saw the travel doctor too
he's over the small plane thing
I showed him a photo of one
he had to sit down
i only remember bits
im not precious
i dont know what a subjunctive is and i dont want to
not great tbh
the woman at the test prep beat them into me
I have two animals
I keep mixing up their appointments and their food
I hope you can help
they had me out of the door in five minutes
he is worth every penny
I will never have one in this house
Bruno was weighed on Friday [20 March 2026]
I saw something about nine pounds a month in the paper
I had a fright with Duchess
she has eaten like a horse ever since
He had chicken biscuits as a puppy, before we knew about the ears
I have come across Duchess's papers while looking for the gas bill
She is not thirteen at all, the old fraud
I told him what I think of them
it is what I have always thought
ha
dont make it sound whiny
no youre grand
shes not
a woman at the day centre told me Parkinsons and Alzheimers come to the same thing in the end
easily said from ten thousand miles away
small thing you have me down as three days
the head is better
met him at a karaoke
voice like treacle
nah
hut's flooded
id have to sell the jazz and id never forgive myself
I've had a career of people being nice
off to bed
the birds are up
I waffled
knock me down with a feather
It's mine
I'm not jealous
I am a little bit jealous
Reading back what I told you in January [January 2026]
I put De Montfort
I must have been half asleep
Five weeks in
I have seen my own garden in daylight
Strange
The legal paper nearly finished me
I want somebody to help with the paperwork side of it
I'm baking till midnight as it is
We're open Wednesday to Sunday
8.30 till 4
I get grief from the regulars
she's still at sixth form
I'm not having the cream argument with you
Sixteen is right and nineteen twenty is robbery
I rang round at dinnertime
he'd better be
I want a new Saturday person
must like cake
I haven't the nerve
Mine stays as it is
That's me, off to scrub an oven
im drowning already
i can take it
i need every single one of those
never met him
every week
im not a person at 9.30
they gave me an extension
i cried in the secretaries office
she gave me a stroopwafel
terpstra got his way as well
i still write at the library
I'm entered and paid
Sunday is the long one
that's 16k
My brother only speaks miles
size 10
nothing else leaves me my toenails
it doesn't agree with me, which I found out at kilometre nine of the Swansea 10k
The neighbours must wonder
He's got a screw loose
Thursdays have gone to pot
The Ghosts are dead, 900k in them
Feet grow
the lad said
no, sensible hat on
Tried one of those oat flat whites
im just gonna talk into the phone
i print them and put them on the fridge
the cat is now sitting in the first night box
the sellers needed another week
we are still moving on the 27th thank goodness
shes not afraid of anything
if Curtiss boss calls him back into the office we can turn the truck around and just live in it i guess
we slept in a motel with a cat in a laundry basket
I overheat in it
Now furniture
GL5 2QT
It's a narrow lane and big lorries can't turn
I am swimming in it
I measured the alcove again, this time with a helper and a proper tape
My friend Moira has the Hampton in mustard velvet and it looks like a hotel lobby
With the builders in
The builders have finally gone
We've talked about the money too
Logos are as unthinkable as ever
I nearly wrote that I've made my peace with polyester
node 20 went eol
management would love to not pay for that
friday [28 August 2026]
found it, the mongo client
Our daughter put this on the tablet for me and says you can explain my pension papers, so here I am
I have no wish to fiddle with it
I have read the leaflet three times
I am none the wiser
that is the first sensible explanation I have been given
I had forty years of those at work
On the railway, chiefly
I have never seen the point of growing what one can buy
I have been limping since the autumn
it cannot come soon enough
Much obliged
In the winter I gave you £38,000 for the Aviva pot
That was last year's letter
I am typing this with my feet up
No, we have been talking it over
The remainder can stay put
Only it will not be Wellington
that is yet another address for me to learn at my age
He keeps on at me to take the plot beside his
I notice that you have kept off the abbreviations all this while, so please go on as you are
im up again
no fever
sorry if this makes no sense i put the tv remote in the fridge yesterday [3 March 2026]
im holding the phone in one hand in the dark
cant even think about it without crying tbh
around 4 then straight back down
im a new woman
house was spotless, wren grinned at her the whole time little traitor
he needs his bed
her husbands really ill
shes shutting down
shes in brighton
she pretended to be sad for about a second
i have both hands back
bottom left
I'd have somebody to talk to at the docks besides the dog
I guess hello
I know what it was there was a fella at the Pilot in Meridian bought himself a Peterbilt
he says he's clearing double what I make
I been telling people wrong all this time
she don't hardly know what to do with me I been fixing things that weren't broke
don't get me started the turbo blew outside Tuscaloosa and they ain't putting another dime in her
five rules
That is very nearly what I had in mind
both at 9.30
I can never produce it on the spot
I have celebrated by doing no work whatever since Friday [13 March 2026]
For all the others 250 remains the limit
More or less
I do not think that I could bear it
I am back among the living
it is driving me to distraction
The remainder of the house style, OSCOLA included, stays as it is
Dr Adeyemi has talked me round, incidentally
job ad, weekend instructor
told him no
drafting a reply tonight [the night of 5 May 2026], remind me what the lease act says on review clauses
nobody complained
membership untouched
rent sorted
krakow fell through
his girlfriend got a job at the hospital here
insurer fine with it
kids like it
not anywhere else
I've been told I need to get organised so here I am
numbers
that's gorgeous actually, Beth cried
she'd murder me otherwise
my cousin's twins wrecked the last one, they put a shoe in the cake
sooo disaster
the parish went and double booked the hall
we had the cull last night [the night of 18 April 2026], two bottles of wine and a biro
the cousins are getting a card
she would in her hole
she cries at ads
Beth's after reading some book about pigs
she's on the mend thank god
sailing club were sound about it, the priest less so
Kit can't
dad rang
I have made my peace with that, don't tell Beth's accountant brain
no k8s
rules
fine except 2 renamed settings
merges are through by then
he can want
his own cost sheet has it at 3x what we pay
if b1 flaps once more it goes out the window and we do everything in excel
sqlfluff wont shut up
My granddaughter has set this up for me
I get muddled when there are six things in a paragraph
Between his clock and my needles the kitchen looks like a chemist's shop
The surgery offered me one of those gadgets for the arm
I did not fancy it
Goodness, is that the time
I must see to the potatoes
I saw the diabetic nurse yesterday [25 March 2026]
she was not at all pleased with my mornings
she manages with tablets alone and swears by cinnamon
I must eat my words there
Thirty-one years of custard, and not one spoonful of it sugar free
The staff there are very punctual with his tablets
I will give them that
they lost the use of the hall
I shall have to get my skates on
I find I misled you
we came home
i hate myself
bit gutted ngl
shes alright
i get them mixed up every time
I want rents, repairs and who owes what in one place for once
no pdfs
she goes spare
No fuss at all
his back went
joiner was cheaper than i feared so cross it off
She makes me parkin
i keep saying ill sell the lot and live on a narrowboat
every november
our marriage is saved
I ought to introduce myself properly
Our summer concert
The first half is still a mess, if I'm honest
I change my mind about it every time I get in the bath
I have been caught out by the wrong Bach before
I should perhaps mention that I've been conducting one-armed since Christmas
It makes the grand gestures rather comic
he's nineteen and taller than the piano
We're back after Easter and the news isn't good
St Chad's have double-booked us with a wedding
He does love an exclamation mark
I already feel less like a wet sponge in the afternoons, so long may it last
I reached the top shelf in the pantry this morning [the morning of 14 June 2026], where I found a Christmas pudding from 2021
Malcolm asked, in front of everyone, whether we might move to Wednesdays in the autumn, because of his bridge club
I told him over my dead body
the soloist
I nearly forgot in all the excitement
shes called gertrude
diesel is killing us
dario wants another one
i said not til this ones paid off
euros
nuno has her up on the ramp and were in a hostel
pesto is FURIOUS
the 1200 was always a fantasy
we sat down with all the receipts
i caved
dont say anything
nuno thinks im an idiot
no heater no solar nothing
spain is unreal
dario lost the subtitle gig in june [June 2026]
pesto caught a lizard
proud mum moment
Otherwise fit
School pickup's mine
16k done
Only downhill
Skipped Sunday [15 March 2026]
Etta off the trampoline, A&E
my own colleagues
Thought broken, it's a sprain
Sister-in-law did it last year [2025]
Off no training
Started Monday [27 April 2026]
Still pickup, still no runs then
1:50's dead
no limp
Some background so that I don't have to repeat it
Small
Hardly anyone leaves, nobody changes funeral software for fun
Ruth is all for it
I'd rather keep my weekends
Signed on Friday [10 April 2026]
Ruth opened a bottle
I opened the term sheet again
Nothing caught fire
The coroner's form is A5 and it hates me
A friend at a bank told me they have rewritten everything in Rust and that we ought to as well
I nearly spat out my tea
Ruth is off from the 1st of June [1 June 2026]
that's an em dash, and the rule hasn't changed
With me you stay British
she will read that
ha I had to laugh
I have taken up the ukulele and old Percy woke up at the back and shouted good for you
I have been to see the new doctor a slip of a girl
I've got my Thursdays back
I take no notice of Percy
say that again would you but slower I was looking for my glasses
they were on my head
now Jamie rang on Friday [22 May 2026] he's packed the engineering in he's going to be a teacher
if my premium bonds come up I shall have that greenhouse down and a swimming pool put in and Percy can be the lifeguard
Maureen won't have me on my own
I've promised her a box of Milk Tray
Maureen says would I not like my tea at five like they do
she's calling me thank you my dear cheerio
my money is melting
Somebody invites me to one
I don't know if I must bring a cake
I cook always, the canteen makes me sad
she sits beside me in Service Design
she laughs at my jokes
I have finally a room
I can register
Mixed
Now my hands smell like mushroom
My housemates put this on the fridge
We are terrible, last time it was 0 to 9
Here with this wind, impossible
no, how could I, the year is not over
I have news
My scholarship pays for less than I believed
I cried a little and then I ate stroopwafel
now I can't eat them
The doctor made me a test
milk is allowed again and bread is finished for me
she has not bought the flight
her boss is complicated
I should like some help in keeping our affairs in order, chiefly the boat
Mostly it is just the two of us
Philippa is the better helmsman
I drew it for myself with two oranges and a lamp and for the first time in forty years I believe that I have understood it too
my shoulders are grateful
The anticoagulant clinic at the hospital has closed, by the way
The harbour office has sent me the following
He claims that he has never been happier
No, I tell a lie
we were already on the pontoon
I did have a word with a broker when the berthing bill arrived, and for a fortnight we thought we might let her go
Philippa will not hear of it
Label texts
Price list
Salvia nemorosa Caradonna
2L pot
min 100
Lavender as is
Found peat in the last Dalesgrow load
Finished with them
Lotte has exams
Said so in 2019 too
From the printer: English please
Keir's had the op
Put hawthorn up to a quid
I'd lose the farms
hii ok
i have done NOTHING
maths is whatever i can do maths
i can revise there its dead boring
she showed people my mock results
french oral is 24th april [24 April 2026]
been thinking n mum finally said ok
yeah!!
9:30
I had French at school but that's gone
god no
I pick some up
he's STILL waiting for a permit, 8 months
84 points
change of cast
he follows
Two weeks in Leipzig
I'm doomed
I get drowned in them at work
Kabelo says if the diploma thing flops he'll drive his uncle's minibus for the rest of his life
I want somewhere to put it all
my kitchen calendar looks like the scene of a crime
his lips came up like a boxer's
Tayla's got nothing like that, she's only stubborn
he's a bit wild after
no hang on
they want the consent form signing
I've lost my glasses again, they're on my head
I've stuck it on the fridge next to the takeaway menu
I'm pleased for her
I did have a cry in the utility with the tumble dryer on
I don't know what
I gave him frozen peas
fair play to her I say
she's trying
she's baking with I don't know what, sawdust I should think
I count my blessings
we had Tenby and it rained
I nearly sent him back, and the long and short of it with Tayla is the auntie's got a new fella and changed her mind
he wouldn't sleep without the hoover running
I've talked your ear off, night night love
"""
