"""Statements as people type them, of use later or not, by which an embedding model shows in which direction the useful lie.

These are written from general knowledge, and about nobody; `everyday_examples.py` has what was made of labelled talk. Both kinds are of the
same matters, lengths and ways of typing, so that what parts them is neither, but whether somebody would want to be reminded of it in a
month. To teach a kind of statement, add some of it to both.
"""

from __future__ import annotations

from keepsake.rules.indexing import everyday_examples

LANGUAGE = "en"

KEPT = """\
I want to go with Postgres row-level security for the tenant split
I need hiking trousers with a stretchy waist because I carry a 12 kilo baby on my back most weekends
What got me hooked on Stardew was the slow seasons and never being rushed, that's what I look for in games now
I'm building a booking calendar for a dental practice with Svelte 5 and a Go backend
I do remember our week at the Silver Pines campsite in Bavaria, the lake was right by the tent and the kids could swim alone
I've got a root canal booked with Dr Okafor for 3 September at 9:15
I don't use any cleaning stuff with bleach in it
I'm on ticket #481, moving the invoice exports over to a queue
My ceiling for the used van is 7,500 euros
I had the same mess with Polish place names when I was mapping my grandfather's route
I'm thinking about putting a dehumidifier in the cellar so my leather tools stop going mouldy
We've been in Tromsø since February
I try to buy as little plastic as I can
I've begun laying my gym clothes out at night so I actually make the 6 am class
My dad disowned me when I left the church
I adore gardening
I started giving Biscuit a joint supplement and he's climbing stairs again
I'm weighing up quitting teaching altogether
I've run a stall before, two summers ago we took in nearly 900 pounds selling candles at the Whitby market
I'm based in rural Saskatchewan
I've read the Hartwell Council planning rules and my loft application goes in on 11 June
Priya and I are off to the Dolomites for five nights from 8 July
I'm going to knit a blanket for my niece's cot out of the leftover merino
I've decided to cut the thesis down to four chapters and drop the interview study
We'll open the second bakery in Leeds first
I've always been hopeless at languages
I'm aiming to get through 40 LSAT logic games by the end of March with fewer than 3 misses each
I teach welding
my husband's name is Tobias
Our village hall has a piano nobody has tuned since the eighties, and I look after it
There are three tortoises and one rescue pigeon living in my garden shed
I bought my brother a fly rod for his 40th and he took it out the same evening, he's thrilled
I like black and white films
We're going to see the Kelpies and perhaps the Falkirk wheel as well
I only pick games that have subtitles and colour-blind modes
On top of that I can't seem to keep up with my coursework and the night shifts
Our co-op wants a tool to plan milk collection from about sixty small farms
I'm also toying with replacing our old sofa by a corner one
I'd rather have a manual gearbox than an automatic
I need to rebook my ferry from Holyhead to Dublin
The scraper has to run on a raspberry pi with 1 gb of ram
I have my quarterly check-in with my parole mentor Desmond on 22 October
I felt at home in Lisbon straight away and I've gone back every year
I'm glad I had the surveyor in on 9 April before we signed for the cottage
I work mostly with elderly patients and try to make blood draws less scary for them
I'm thinking of getting another hen for the flock, a Sussex or an Orpington
Carpet upstairs would just collect cat hair, so I want hard floors
I log every roast in a notebook because the apps can't handle my tiny 150 g batches
I've paid 4,200 off the credit card since January, slow but it's shrinking
We're going to try out the new climbing hall in Graz
I'd take the late train so I still get the whole Sunday with my mum
I'm halfway through a biography of Marie Curie
We'd like to hold the kittens before we choose and see which one takes to our toddler
My newsletter went from 310 to 505 subscribers since Easter, which I'm chuffed about
We had a wood stove put in last autumn and the front room is finally warm
I'll take the second plan and switch to the credit union
I wear no wool at all because of my eczema
I want an insurance that doesn't put its money in oil
I have about 15k set aside for the roof
I'm originally from Goa
We don't own a car
I only eat meat from animals we raised or hunted ourselves
I've settled on the fixed-rate mortgage
I moved the bees to the lower field today, both hives seem calm in the new spot
Every 3rd of November we cook grandpa's goulash and leave his chair empty, the kids know why
I enjoy pottery too
I'm thinking I might actually take up rowing again
I reckon we'll take the matte black taps for the bathroom
I don't let my kids have screens at the table
I switched to a standing desk in the mornings and my back is better for it
The quiet vineyard stay with the pool is the one for us
I feed the sourdough starter on Wednesdays and Saturdays
I drive for two delivery apps and clean offices on weekends
My aunt gave me her old Singer when I moved out, and I make all my curtains on it
I've typed up 38 of my great-uncle's letters so far
The saddle came from a farm sale in Devon, I paid 120 for it
I'm torn between the Yamaha P-125 and the Roland FP-30
I want to get page load under 1.5 seconds on mobile
I did the ghost walk in York on 30 October and since then I can't stop reading about the plague
I'm after two pairs of work boots, steel toe, and a rain jacket
I'm considering a second-hand loom from a mill in Galashiels
I'm fascinated by old bridges and how they were built
I'd want a cordless mower since we're giving up petrol machines one by one
I still play the trombone now and then
I really can't bear long car journeys
I'm going to write a small app so my scout troop can sign up for camps
I might turn my talk from the Northern Nurses' Day into an article
I'm my mum's only carer
I did a sponsored swim in June, 80 lengths, brought in 410 for the lifeboats
I'm feeding the koi less in winter and using wheatgerm pellets once the water goes under 12 degrees
I'm uneasy about having turned down the Aberdeen transfer in March
I've had panic attacks since my teens
I've just got into birdwatching
I'm the landlord, not the tenant
I finished all of The Wire last week, on DVD of all things
I'll have the Kia Niro then
I remember my son's first steps on the ferry deck to Gozo
I rode the Moor Hundred in May, about 350 riders, finished in just under seven hours
I was at the beekeepers' congress for three days, went to ten talks and joined a workshop on queen rearing
My brother was laid off from the steelworks in the spring
I'm thinking of buying a macro lens for insects
I watch Benji's woodturning videos every week
I've composed four pieces for string quartet up to now
I'm adding two vegan pies to the menu in autumn
my flatmates say i have to move out if i dont pay for the party damage
I'm trying to cut down on energy drinks and sleep more
The lemon tree I grew from a pip has its first flower, I'm so pleased
I've been giving the mare electrolytes after long rides and she recovers quicker
swim 1 km without stopping, thats the goal
he won't eat anything green or slimy
we do payroll software for circuses
hate coriander, mint's ok
grandma needs it in large print
ramipril went up to 10mg
deploys are frozen till the 14th
theo: chess club thursdays 5pm
staging db lives on db-stg-02 now
my son has a peanut allergy, epipen in his bag
i do the early shift mon to wed
repair please, no replacement
shoe size 44, wide
cant do heights at all
we're on node 22 as of last sprint
bp this morning 134 over 86
ellie's cousin rosa is at the same swim club, tuesdays
recycling goes out every second thursday
nike always rubs my heel
make it the blue one, deliver to the office
parents evening 12 nov
mot due 19 may
household: Femi, 2 teens, my father in law
Greta becomes head of sales in september
71.2 kg now, was 74
i run the night desk at a hotel
signed up at the judo place by the station
he's our vet
lease ends june 2026
indent is 2 spaces, no wait, 4
three cats, one diabetic
vegetarian, eggs are fine
left handed
12 employees, 2 part time
no pork, we're muslim
divorced, shared custody, every other week
ordained in 2009
flying out 4 jan with my sister
hay cut starts mid june
55 acres, mostly barley
tyre size is 205/55 r16
i play bass in a covers band
always window seat
dd is 7 and in year 3
sold the boat in august
allergic to penicillin
training for the berlin half, sept 24
rent is 1,140 cold
our ci is gitlab, not github
her due date is 2 april
moving to Ghent in the new year
nope, never smoked
trial date is set for 6 may
my bishop knows, my parents dont
cello grade 6 in march
allotment no 27, got it last week
first date with marcus is saturday, 7pm
prefer texts over calls
kiln goes to 1240, cone 6
were closed on mondays
i'm deaf in one ear so i always sit on the left
I've signed up for the pub quiz league, our team is The Damp Squibs
the boiler packed up last night
dishwasher is on the blink
car's back from the garage, new clutch
the wifi in the attic room is dead
lift is out of order till march
phone screen cracked, using the old one
heating works again
no hot water at the moment
our printer only does black and white
no van this month, its at the bodyshop
left tap in the bathroom leaks
bike's been repaired
I studied physics
I did a degree in nursing
I'd like to learn to swim properly
I want to take up the violin
the backend is in java
the site runs on django
our app is built with flutter
I'm scared of dogs
I'm terrified of needles
heights make me dizzy
French isn't my mother tongue
German is my third language
I might have diabetes
I think I'm having a miscarriage
we might be expecting twins
I get nervous around strangers
I panic in lifts
big groups wear me out
I'm exhausted every day since the birth
I've been worn out for months
I'm always cold
I cry a lot these days
we're relocating next month
my back hurts when I sit
I get a stitch whenever I cycle
Beetroot tastes of soil to me
mushrooms are vile
Marmite is foul, honestly
Liquorice makes me gag
Cricket on the radio is my idea of heaven
There's nothing like a swim before breakfast
Can't beat a wet sunday with a jigsaw
Give me a good murder mystery any day
Opera bores me to tears
Aniseed, no thanks, never
Camping is my happy place
Crowds are hell for me
Clowns creep me out
Cardamom in coffee is the best thing ever
Nobody does ramen like my local in Osaka
I could eat mango every day
Small talk kills me
Wool itches like mad on me
Sundays are for my motorbike
Dubbed films drive me up the wall
Because of my shellfish allergy
I prefer board games with no dice over the lucky ones
Group classes don't really suit me, I learn better one to one
We've been thinking of adding a second greenhouse for the cut flowers
I need a flat with a lift and a walk-in shower since my husband uses a wheelchair most days
Got him a new saddle pad with extra wither clearance around ten days ago
I also need tinted lenses because of my migraines
I'm reworking the retry queue in our invoicing service, mainly the bit that parks failed webhooks in Redis for 15 minutes
I've never flown on a plane
Heavy metal doesn't really appeal to me
I adore old trains
I've had eczema on and off since the twins were born and winter makes it way worse
I dislike gas hobs because of the fumes, so we cook on induction
I'm going to volunteer at the Riverside food bank again this november
I keep all my yarn in clear tubs sorted by weight
I think I'll do the second plan and pay the overdraft off first
I want to be a pilot
I plan on re-oiling the oak worktop every 6 months like the joiner said
Going with the cork floor for the nursery
Calling Dr. Okafor tomorrow to ask if I can come off the beta blockers or if she wants another ECG first
I like escape room type games too
Finished 'Piranesi' by Susanna Clarke last night, my second book this year
I've never had a filling or any work done on my teeth
Dalia rang from Leeds, she got the bursary and starts her midwifery course on 8 january
I'm also into slow burn mysteries and unreliable narrators
I'll take the blue canvas tent, the 4-man one
Ok I put the spare inner tubes and a floor pump in the order as well
I'm scared they'll close our depot and we wont make the mortgage
I think my landlord wants us out so he can sell
I play chess, bake and go birdwatching
I'm working with Priya on the grant application for the community orchard, we started it on 3 March
turns out I've still got a spare thermostat from when we redid the boiler
We're living off savings since the restaurant shut
The ground floor apartments feel a bit too exposed for me
I want to concentrate on the Hargreaves account for now and get in a room with their head of purchasing, Niall Brody
The tax office wants my reply by 28 February
I'm planning a visit to my cousins Ola and Ben in Bergen, last saw them at a wedding in the fall
I've been thinking about joining a choir so I get out of the house more
I'm using the same portfolio for the residency in Ghent and for the teaching post at Fernhill College
Put in 40 garlic cloves and two rows of broad beans this morning
my customers nearly always ask for a paint sample on the wall before they sign off
just got the expansion pack and we've played it every night
We picked up a heated perch for Biscuit, our cockatiel, from Petworld last month and his feet look a lot better
I've been driving trucks for 22 years
I get panic attacks on highways
Wednesday 9:15 Ines has her driving test
We did some basic glazing when I was at the council, but never leaded windows
I've now cooked five things out of my aunt's notebook and the kids liked every one
I'm a roofer
I don't like podcasts with more than two hosts
There's a little kitchenette at the back of our workshop
I prefer buying toys second hand or made of wood
I've done a bit of bookkeeping for the parish before
My bread method is an overnight sponge, then fold every half hour and bake in a dutch oven
The noise cancelling headphones have made the open office bearable for me
I do a mix of hand coding and NVivo for my interview transcripts
Turned 47 in August
I need a new winter coat
Now I've finished the welding course I want to start making garden gates to sell
I'm trying to get our booking site onto Stripe, covering deposits, promo codes and partial refunds
I'm going with the Thule rack, it fits the rails on our wagon
Trying the local bakery first thing is a must for me wherever we go on holiday
I'm looking for a mattress that's firm enough for my bad back but doesn't cook me at night
Tried the Hollis boots at the Brackley outlet on 4 feb and a wide 9 was spot on
The dog was sick twice overnight
We play five a side at Moor Lane every thursday
been trying out different soil mixes for my succulents
my favourite film is Spirited Away
already own 11 fountain pens
I'm nervous about giving evidence at the tribunal on the 19th
I'm curious where the money goes from the hospice swim I did in June
I'm trying to move us from Angular 14 to 17 and get Node up to 20 at the same time
As a left handed guitarist I've been thinking of getting a proper lefty acoustic
Kinda worried about the lease, Femi promised to be my guarantor by the end of April
Haunted house nights aren't for me
Met the surveyor at the house on 11 October to go through his 30 page report and the damp readings
I'll get it in navy since that's our school uniform colour
I just became an aunt
Our stock counts live in one Google Sheet with a tab per shop
Package tours don't fit how we travel, we like to go by train and stay put
I've been feeling worn out since the redundancy news
We're going to Portugal at the end of september
I've never eaten sushi
I believe in God but can't stand church
I'm writing my dissertation on peat restoration in upland farms
I'm thinking about getting a second till for the farm shop
Gwen went through the whole contract with me this evening, really kind of her
love being outdoors
The sensor readings will go into a Postgres table called tank_levels
I don't drink on weekdays
Happy that Lewis agreed to drop the peanut cookies once Amara told him about her son
I think I'll go round to Dockside Motors on Friday and test drive both vans
I only watch films with subtitles on
I do all my lesson planning on index cards, always have
We're planning to emigrate to New Zealand
I've cut our food waste by about a third since Easter
found out that Brightwool dye everything without heavy metals, that matters a lot to me
Did two years of German at school plus an evening class
I recently put a humidifier in the guitar room to stop the tops cracking
I had some time on a CNC router during my apprenticeship
We've settled on four parts for the wedding ceremony: welcome, readings, vows, song
I concentrate best before 8 in the morning, after lunch I'm useless
I've booked interviews with 3 headteachers for the week of 12 May
When I price a tree job i look at access, power lines and how far the chipper has to go
My boyfriend Tariq came to the pottery fair with me on the 2nd and now he wants to learn throwing
I was in Iceland from 3 to 11 February
I log every glucose reading and what I ate in a little notebook
womens 7, narrow heel, high instep
my brother in law Stefan, the one with the vineyard
asthma since childhood plus hay fever
shes 14 months now
Marit wants us to drop kubernetes, i disagree
wife Renske
budget 1500 bucks tops incl delivery
fixtures live in spec/support
fri is always pizza
can only train tue and sat evenings after 7
hes 31 kilos now
backups go to /mnt/vault/weekly
staging box is mole-02
i do bedtime then
he takes sertraline 50 in the mornings
shes coeliac
umpire this saturday is Colm
rent is 1,140 a month
its $28 an hour now for one to one lessons
cant stand emojis in emails
feeding 6 this week, my in-laws are over from Poznan
Ida: swimming tuesdays 16:30
i reckon we lose the wholesale side unless we cut the range to ten jars
pre revenue
son Emil 6, dau Runa 3
no dishwasher
12 hens 1 cockerel
slipped disc L5 in 2021, no heavy lifting
email from the gas company: 'Your tariff ends on 30 June and will go to 31p per unit'
sun roast
two rabbits, both neutered
night shifts, 4 on 4 off
divorced, kids every other weekend
O negative
halal only pls
vw caddy 2016 diesel, 140k on it
grade 5 piano
mortgage fixed till march 2027
size 54 jacket
clay soil, north facing
Cape Town, moved here in 2019
we rent
goal weight 74
b1 french, a2 dutch
prod deploys only mon to wed
hearing is on 6 nov, room 4
vegan since 2020
mum in care home, Elmfield, room 12
the wifi box is in the loft
18 handicap
lvl 62 paladin on the eu server
wedding 14 sept, 80 guests
not on insta or fb
allergic to penicilin
team of 5, two part time
Joost does the books
retired postman
swedish citizen, uk settled status
dads funeral is thursday
36 stitches to the row, 4mm needles
single, no kids
trains from Crewe only
i go by Max not Maxine
I've been doing ten minutes of box breathing before each shift since March and my resting pulse dropped by 9 beats
I'm a bit lost with the cover letter for the Halden Foundation bursary, it'd cover 3,200 pounds of my fees
I think the evening pottery class with a teacher in the room suits me better than the video course
The routine these days: up at 4:40, milk the goats by 5, kids on the bus at 7:15, then I nap until nine with the radio on
I learn chords quicker from tabs plus a slow recording than from sheet music
We drove the whole Ring Road in Iceland last September
I found that moving the thumbnails to a CDN took our listing page from 3.8s to 1.1s
I'm dreading the tenants' assembly at Brookfield Hall, I'm supposed to speak about the boiler and I hate microphones
I'm fascinated by medieval bookbinding
My 5k time came down to 26:40 this spring, so sub-25 feels doable
I've driven a school bus for the county for eleven years now
I lost our savings on crypto
I need a new gearbox for the tractor
I tried out the walking foot on my sewing machine last Sunday for a quilt top and the seams came out dead straight
I'll take the Corvane 40L hiking pack
Pickle has learnt to open the kitchen drawer with her paw and drags out tea towels until somebody feeds her
The slow farming sim with the lighthouse village sounds like my kind of game
I've done a bit of sea kayaking, mostly round the Pembrokeshire coast with my brother-in-law
I'd want a flat within walking distance of the climbing gym
I'll go for the second plan, three short swims a week
My rabbit stopped eating her hay two days ago
Jonah and Priya brought the projector for my mum's retirement party and Aunt Bea baked the cake
I'm a 47 yr old woman, divorced
there's a wood rack in my garage for offcuts
I normally stick to two or three hand tools and leave the fancy gadgets to others
I want to use wavelet transforms to pick out bat calls for my master's project
I'm setting up Keycloak 24 as single sign-on for our clinic's booking portal
I'm hooked on deep sea biology, hydrothermal vents above all
I'm fifty-one and both my parents need looking after now
I found 23 unopened rolls of 35mm film in my dad's attic and kept them all
I've been scared ever since the miscarriage that this pregnancy will end the same way
We're moving our monorepo to Bazel so that CI stays under ten minutes
I got 4.6 out of 5 from my pupils' parents in the spring questionnaire, last year it was 3.9
I keep strictly halal, that goes for gelatine and vanilla extract with alcohol too
Got a real boost out of Dr. Okello's comments on my case report on February 12
The other tents look too heavy and fussy for me
I'm looking at steel-toe boots with a wide fit, something like the Brandt Trekmaster
I'm going to show Tobias the walnut veneer sample and the grey linen one
My divorce papers came through this morning, so I'm officially back to Lindqvist
I've begun making my own laundry soap out of washing soda, borax and grated bar soap
I keep six Pekin hens and a very bossy drake named Otto
I'm on a big Afrobeat and highlife kick at the moment, so anything with horns works
I miss my sister
I mostly read biographies of explorers and polar stuff
I'm keeping a tally of what Biscuit costs me, the vet took 140 euros for the dental in January
The smell of diesel always takes me back to summers on my uncle's trawler in Peterhead
My e-bike has held up really well, 2,400 km and just one puncture so far
I signed the lease on the bakery unit on October 3 and had a drink with Femi and Ruth to mark it
I'm thinking of switching to Norvik Bank because their mortgage rates look decent
I end up squinting at spreadsheets until eight most evenings
I need to get our nightly ETL down, it runs on Airflow and takes about 5 hours at present
I just said yes to a weekend lifeguard job, 14.20 an hour, from the 9th of May
I want to have a child on my own
I'm leaning toward the oak laminate for the hallway
I've started going to a Quaker meeting, odd for someone who was raised without any faith
We'll book the Hotel Marisol in Cadiz
I've wanted to be a midwife since I was eight
I work best with background noise, a café is ideal
I did a two-day welding course in Leeds last weekend and learnt MIG and a bit of TIG
I'd probably like a choir or a board games night to meet people
I've chosen the intensive driving course, the one with two weeks in July
There's no fixed date for my knee operation yet
I'm considering trading in my Fiesta for an electric car
I put about 110 hours into the new Zelda
I did my apprenticeship at a shipyard in Gdynia from 2006 to 2009 and moved to Cork after that
I like watching old westerns
I listen to history podcasts when I walk the dog
I hate how my teeth look, I never smile in photos
I started feeding the sourdough starter every evening as of this week
My wife and I came back on Sunday from nine days cycling the Danube path, 610 km in all
I've signed up for the Ljubljana marathon in October
I quit smoking on the 2nd of January and haven't had one since
The new puppy gets here on the 14th, her name's going to be Juno
My son Emil is allergic to peanuts and carries an EpiPen
We picked the Aldergate mortgage, 25 years fixed at 3.9
I teach Year 4 and have 31 kids in the class
I've switched our invoices to net 14 for all new customers
I play bass in a wedding band called The Tin Roosters
My grandma taught me to crochet and I sell baby blankets on the market
I'm planning to propose to Dana in Porto at easter
I've been off work with a slipped disc since the 8th of November
Our combine broke down mid harvest so we're hiring one from the Petersens til it's fixed
I failed the bar exam in february and I'm retaking it in july
we keep kosher at home but not when we eat out
I'm saving 400 a month towards a campervan
I've got a first date with Nadia on thursday, we met at the dog park
I run the under 12s hockey team on saturdays
I decided to drop Redux and go with Zustand for the whole dashboard
I can't stand coriander
I had my tonsils taken out at 6 and my appendix at 19
my landlord Mr. Vance wants us out by the end of august
I got into Aberdeen for marine biology, starting in september
I'm scared of flying so we always take the train, even to Rome
I've been making stained glass for about two years and I have a kiln in the shed
I sold the Volvo and got a used Dacia Jogger, 38,000 on the clock
I serve on the parish council and take the minutes
I've got a shellfish stall at Whitby harbour, open thursday to sunday
My ex has the girls every other weekend and half of the holidays
I've been learnig Welsh for 212 days in a row
I moved to Utrecht in May for my partner's job
I finished Baldur's Gate on tactician and I'm now on a dark urge run
our kitchen's being redone til the end of june so I only have a microwave and a kettle
I owe my brother Stellan 2,500, to be paid back by christmas
I bake for a café on tuesdays and fridays, 60 croissants each time
I gave up my Etsy shop and I'm putting everything on my own site
I want to sit the grade 6 clarinet exam before I turn 40
I'm the only one in the office who knows COBOL and I retire in 2028
I ordered the green velvet sofa, it comes in week 22
My dad's got Parkinson's and lives with us now
I've lost 11 kg since I got my diagnosis of type 2
The other buggies feel too wide for our stairwell
my so called mates dropped me from the band chat after I came out
gas hob, no dishwasher
lunch break only 25 min
max 60 for the present
filling it out on behalf of my dad, Anders, 81
18 a head, minimum 12 people
penicillin
married since 2011
no metal in the body but a pin in the left wrist, 2015
hell turn 50 in april
night shifts, mostly standing
rival firm Pontelli got the Rotterdam contract
seed round closes 30 sept
Maja 4, Leon 9 months
71 kg, was 80
must fit through a 74cm door
one beer on fridays, thats all
horse is called Bramble
parcels go to the neighbor, no. 16, she's in after 3
sundays no calls, church
live just outside Tampere
5ft4
mysql 8, hosted at hetzner
she hates surprises btw
roof's been fixed, gutters havent
he cant lift anything over 5 kilos
never touch the tax column, the accountant's macro reads it
rust + axum, sqlite for now
judo is on mondays now, half six
no running pls, bad ankle
Ines works from home tue and thu
size 43, wide
3 cats all indoors
vegetarian but fish is ok
thyroxine 75 every morning
contract ends 31 march
2 bed flat, 3rd floor no lift
lapsed catholic
sophomore, chem major
glasses -4.5 both
allotment plot 22, clay soil
no tattoos on the hands, im a nurse
lathe is a 1968 Myford
dont call after 9 the baby sleeps
hosts 8 at most, table's small
14 hectares, mainly barley
flat rate 450 per wedding
Greta's vegan, Oskar eats anything
court date 17 june
main is a healer, raids wed + sun
Prefer window seats
NO DAIRY
we split rent 60/40
speaks polish at home
hearing aid, right ear
budget 8k all in, incl. tiling
two goldfish, one pleco
exam board is AQA
The trouble is, I can't drive after dark any more
The other cribs look a bit too flimsy for my taste
Coffee black, two sugars
I may have a go at bell ringing this winter
We're toying with a second food truck, just for weddings
she'd much sooner be phoned than texted
I've got a wonky knee, no jumping for me
My stomach can't take onions
wasps could kill me
Mushrooms, yuck, never
only prawns really, crab is fine
i can eat eggs if they're baked in something
can't lift my arm above the shoulder
Still can't read music
Never been on skis
I'm a night owl through and through
I've got green fingers, always have
I'm rubbish with names
Always the bottom bunk for me
no voice notes, ever
spell it out in steps, i lose the thread otherwise
It's Wojtek on paper, everyone says Woody
has to fit under a 70 cm shelf
I need new glasses before the autumn term
must order hoof oil this week, we're out
I cracked the laptop screen in the move so I'm on an external monitor for now
the upstairs shower has been dead since june
Our flat faces a school playground
we heat with wood pellets
I'm forever hunting for ways to calm nervous learner drivers before a lesson
I run the lights at a small theatre
I've some background in grant writing from my charity days
I've finished nine watercolours since I started
I've cooked out of Delphine's lunchbox book all term
I still like going to the speedway on fridays
sewing is more up my street than knitting
I can't stand being sung to on my birthday
Cricket sends me to sleep
The deep sea has had a hold on me since I was little
I believe you should pay what you owe before you buy anything nice
Tipping should be banned, I say that as a waiter
My rule is no screens after nine
I'm the world's worst for leaving my tax to the last night
I keep a tally of egg numbers and feed costs on the barn door
I've been jotting down every migraine since january along with the weather
my nails keep splitting, it's been going on for months
I've gone a bit deaf in noisy rooms lately
I feel invisible at home and have done since the baby came
I hate how I look in photos since the steroids
I'm dreading chairing the tenants' meeting on thursday, it's my first
I lost the house through day trading, nobody else's fault
she left me for my cousin
I think my business partner is talking to our competitors behind my back
I doubt the head will stay past christmas, half the staff have asked to leave
My nephew will only sleep with the hall light on
Since we got the second guinea pig, Toffee has taken to guarding the hay rack
My granddad can fix any clock you hand him
I'll most likely give the reunion a miss this time
no more credit cards for us, we cut them up
changed my mind, the wedding is going to be indoors
I'm after a riding school for a nervous beginner, she's nine
We fancy South America next winter
I've got a bit put by for the vet bills
I'd like to make a small site where allotment neighbours can swap seeds
Moving the dye bath to 85 degrees gave me a much deeper red than 70 did
Every first snow I phone my old coach, we both say "skates on" and hang up, it's been nineteen years
I put online that I've come out to my parents and it's been harder than I let on
I'm forever losing my place in long meetings so I record them all, with permission
sensitive skin, fragrance free only
8 am starts don't work for me, school run
uk plugs only
decaf after lunch
Rosalind's terrified of dentists
we ditched the telly in march
I'm all thumbs with anything electrical
I'm toying with leaving accountancy for good
Never lend what you can't afford to lose, that's how I was raised and how I live
I've also switched the rabbits to timothy hay, their tummies seem much calmer
And on top of everything I can't keep up with the mortgage and the nursery fees
When it comes to coffee, moka pot or nothing
I don't think there's anything after we die, and I've made my peace with that
I still have to find shoes for the wedding
The freezer packed up overnight
Found out he'd eaten half a sock
I began oiling my beard before bed and the itching has pretty much gone
trying to spend less time on my phone
colourblind, red green
I'm going to keep the session tokens in a Redis hash with a 20 minute ttl
mostly buy my fabric at remnant sales
My eyesight's going, especially at night
Boarding school damages more children than it helps, I went to one
been thinking about going back to playing the cello actually
Personally I love graveyards
I'm more of a mountains than a seaside person
Kwame helped me sort out the probate papers on Sunday, a real load off
The other nurseries look a bit too strict for my taste
I've been playing loads of co-op survival games lately, my brother and I have done three this winter
I'll have the Osprey backpack, it goes under the seat on budget flights
I bind my own notebooks
I'd gladly come but I can't ride a bike
First thing I do when I get to the site is walk the scaffold
I always want to be at the airport three hours ahead, rushing sets off my asthma
Deep sea creatures have fascinated me ever since I was small
Rosalind speaking, by the way
must remember: new filter for the extractor hood
Ghost stories keep me awake so I stick to cosy crime
I'd like you to give me the numbers first and the reasons after
How it runs at the moment: first feed at 5, milking till 7:30, school run, back for the calves, and I don't sit down before noon
My method for marmalade is soaking the peel overnight, boiling it soft, then adding warmed sugar bit by bit
I like metaphors kept out of technical explanations
I want to work with refugees
The lift in our building is out again
I use she/her
ketchup on eggs is a crime in my house
I can't eat anything with sesame in it
no gluten for me since the diagnosis
My knees won't take squats any more
Proud socialist, have been since uni
We turned the garage into a darkroom
our flat's on the fifth floor, no lift
got new neighbours, young couple with a baby
stick shift only, I won't drive an auto
Monarchy's had its day as far as I'm concerned
we need a pram that fits in a Fiat Panda boot
Looking for a choir that doesn't make you audition
I want a dentist who does sedation, I'm terrified
decided against the extension, too pricey
she moved out on sunday, I kept the dog
Can't drink, I'm on antabuse
I'm a night owl, always have been
I burn in ten minutes
I read maps better than satnavs
cats yes, kids no
I'm dead against fracking, it's why I joined the parish council
Mornings without porridge don't count
mild only, no chillies
two left thumbs with diy
tiny balcony, full shade
agnostic
no tattoos no piercings, my choice
caravan has damp in the roof
fixed the gearbox, car's running again since saturday
can't swallow tablets, liquid only
the tractor wont start below zero
I finally gave up on the guitar and sold it to Benedikt
Renting a lock-up in Hove for the drum kit
my spanish is good enough for the market, not for the bank
Nobody in my family has been to university, I'd be the first
we bury our pets under the plum tree
I quit vaping at new year and haven't had one since
I'm sitting the second actuarial exam on 14 May and I only manage to revise on weekends
I failed statistics last year and have to pass it this summer
I tutor two boys from my street in physics on Thursdays
My calculus professor is Dr Imre Halasz and he allows one handwritten page in the exam
I'm taking an evening course in SQL because my office drops Excel in the autumn
I've got dyscalculia, so long columns of numbers swim in front of me
I'm doing a thesis on hailstone damage to vineyards
Our physics lab report is due every second Friday
I want to become a chemistry teacher
I have about four hours a week for the algorithms course
I went from a D to a B+ in geometry since I have a tutor
"""
"""A statement a line."""

LEFT = """\
The spare kettle sits behind the paint tins
It'd make people rethink what money is even for
I'm wondering if I could do this one with the same thread
he walked straight past the sandwich when I called him
My mother swore I'd freeze without two more jumpers, as if I were six
I hadn't considered a payment plan
I guess the sunshine got the better of me
I suppose goats are easier than sheep that way
We haven't done any of the optional modules so far
I said fine, then I'm naming the tractor after you
the cat knows exactly which drawer is his and which is only socks
I keep finding nice little corners in the park
What's left of Sunday I plan to spend horizontal with a biscuit tin
See you at the rink later
Toddlers really are little hurricanes
i want it to answer me out loud
Iceland is quite a bit pricier
one sentence only why do onions make you cry
OH COME ON
this morning he led me to the treat cupboard again
I might try a new curry this weekend
The judge lets him go because the witness never turned up
I'm forever scared I'll send the wrong file to a client
talking of wedding pictures, while I was sorting out those albums
Maybe I should run away and join the circus, that'd fix the tax return
I want something that blows my socks off
I took three of the green ones, they feel sturdy enough
I was just reflecting on how it's been going
I keep meaning to ring the plumber
I've been playing around with a few chords lately
I've looked at some evening courses
Then I compared both samples and noted the differences
I think cheap fusion power would turn everything upside down
Fair, but I guess coffee in the evening just keeps my brain humming
People say some newer games borrow that pixel look, and it gives them charm
I'm mostly worried about how we handle the paperwork
I was told so
I've had my eye on one at the flea market
he would have turned ninety in spring
"We treat silence as a building material in its own right
I need to add a password reset page and email verification
no errors were found
It'd be nice to get a sample letter that shows how the paragraphs fit together
I feel like an empty box, nothing gets me out of bed
I doubt that the big airlines will ever really cut emissions
parenting is ninety percent looking for shoes
Whenever we sit on that bench and the kids chase the pigeons, my shoulders drop
Last time we had her try the xylophone
She was inspecting the parcel the whole time, nose nearly through the cardboard
I'm curious about the points scheme
I won't say who
The big opening night was mostly me refilling the ice bucket
I'm thinking about broadening my horizons
I'll probably try the first recipe on the list
Just peeked in, the dough has puffed up beautifully and shines like a bald head
I'm two thirds of the way there
Still no luck finding a decent raincoat
I could just mute the chat and pretend it isn't there
I'm struggling to keep track of it all
in 3 words describe a lawyer
Old tithe maps alone come in a dozen scales
I'd like to try other styles
I'll begin with the two acoustic demos to hear the rougher early sound
That joke is pretty good indeed
The older sister clearly never farmed before the story starts...I think the uncle ran the place on credit
Perhaps there's a poem in it somewhere
I'm a bit afraid my cover letter won't show how much I've learnt
I expected more detail
I'm leaning towards the idea I had before
I'm trying to get my head round compound interest when payments change halfway, like a loan with a holiday month
got a squeaky carrot
I might go to a meet-up about it too
The kitchen is finally ours again now that the plasterers have gone
Another thing I keep seeing
the receptionist loved it
I've browsed some offers
he does it every single time
I already gave one of them a go
in bridge, please explain what a takeout double is
I like the "three bucket" thing you brought up, mostly the part on saving for emergencies
I'm no lawyer
We already do most of that to be honest
Nope, all sorted here
I feel so ashamed about the row
Is my working right: 3/8 of 240 is 90, so 150 are left over?
Got five hours the night before last
The app won't load for us
I'll look at her later paintings, "Ash" and "Low Tide"
I'd want something classic that doesn't cost the earth
A bit of both, loud and quiet, would be good I think
Oh yes, that documentary on eels has been on my list forever, thanks for bringing it up
I haven't tried grilling peaches yet
i never get a minute
had a customer last week moan about the soup being too hot
nobody around me gets it
The way rain sounds on a caravan roof is truly something else
Right now I'm sticking to the fundamentals
I had a bit of a cough that evening and the flat seemed enormous all at once
those arent for me to decide
11:47pm
give me a really scary story
it's my own stupid fault
I'm trying to make my shop do better online
bit of a rubbish day
I've kept an eye on the oil level and it seems ok
I've joined the ranks of people who talk to their tomatoes
We've done lots of drills and practice runs
I've been paying attention in lessons
I'll be sure to let him know what happens after that
The plot was gripping without being too clever
Four hours left before the alarm, as if I'd get any of them
I believe I've got nearly everything packed
I think that's the lot
I'm trying to sort out my evening
I want more people to see my stuff
It's been barely ten minutes
I was thinking of suggesting a bit of a demo on the day
There's a new lad in the kitchen
I've done the same thing for ages and I don't know how much longer I can
well that's food for thought
it stops the wind getting in
I'm getting "TypeError: undefined is not a function" in my checkout script
I'd love to get better at negotiating, mainly over email
I'm always keen to pick up new tricks
The printer's acting up again
There's a leftover task from the migration I still haven't touched
I'm BACK
The washing can stay on the line until I get home
I might look into that pub quiz thing sometime
I've thought about maybe getting some kind of database security going
I should probably see a dentist at some point
bleach is just chlorine and water basically
I had a mess with some names
cellars get mouldy, that's what cellars do
Tromsø looks lovely in photos
I should really get to the gym more
gardening is good for the soul they say
The dog climbed the stairs and then forgot why
teaching is a tough gig these days
A friend of a friend once sold candles somewhere
Saskatchewan, wow, that's flat
Planning rules are always written by people who hate windows
I might take a little break somewhere in summer
the wool's over there by the lamp
I've decided to leave this paragraph as it is
I'll start with the first bakery on your list
languages are hard for lots of people
I'm on logic game 3 now
welding makes a horrible noise
some husband he is lol
pianos do go out of tune
tortoises can live past a hundred
he opened the box and just grinned
I saw part of some old film
Subtitles can be a bit distracting
I can't seem to find the right words here
Milk prices go up and down all the time
the sofa's in the way again
automatics are everywhere now
The ferry's late
I'm glad that's done
one of the hens gave me such a look today
Carpets and cats, a love story
I've paid it now
it was full when we got there
trains are always packed on sundays
I read something about Curie once
the numbers went up a bit, nice
we had the fire on and it was so cosy tonight
ok second plan sounds interesting, tell me more
eczema is more common in children than adults
I've set a bit aside
the roof's dripping AGAIN
bees are clever little things
mortgages make my head spin
we had that stew again and the little one spat it out
can you shorten the pottery section
I'm not really sure about the taps yet
feeding it now, back in a sec
deliveries were slow tonight
these letters are a pain to read
ghosts though, imagine
boots are so expensive nowadays
I felt a bit panicky in the queue just now
ok i'll have that one then
he hates it
need it bigger
on hold with payroll, twenty minutes of flute music
took my tablet
build's red, ugh
chess at 5 was fun
peanuts are legumes actually
early start, yawn
wide shoes look like boats
heights, brr
blood pressure is measured in mmhg right
bins are out
blue or green, hmm
the kettle's just boiled
my screen went dark for a second
the lift took ages
wifi's slow today
the bus broke down lol
no milk left, typical
the pen ran out
no idea where the remote is
tap's running
that door sticks a bit
car's outside
I studied the menu for ages
I did a bit of reading
I'd like to learn that trick
I want to take up less of your time
the intro is in italics
the story runs on a bit
it's built with care
I'm scared of this boss fight
I'm terrified it'll rain on us
that view makes me dizzy
French isn't on today's list
third language on the list please
I might have another biscuit
I think I'm having a nap
we might be expecting too much
I got nervous just now
I panicked for a second there
big words wear me out
I'm exhausted today
I'm worn out after that climb
I'm cold, closing the window
I could cry right now
we're leaving in a minute
my head hurts from this puzzle
I got a stitch laughing
That soup tasted of soil
the traffic was vile
this weather is foul, honestly
That joke made me gag
A nice radio hour, that was
There's nothing like that on the menu
can't beat that offer I suppose
Give me a sec
The meeting bored everyone to tears
no thanks, never mind
the tent is over there
The queue was hell
That clip creeps everybody out
coffee is the best-selling drink after water
Nobody does it like they used to
I could eat something
silence kills the mood a bit
the label itches like mad
sundays are quiet round here
the noise is driving us up the wall right now
Because of all that
I prefer the other one
Not sure group classes would help with this
We've been thinking about it
a flat with a lift always sells faster
Got him a treat on the way home
never flown that fast before
Some of those songs don't really appeal to me
my skin is so itchy today
I might volunteer somewhere one of these days
I think I'll do something along those lines
I want to be better at this
I should probably call the doctor at some point
finally finished that book
Dalia rang while I was in the shower
landlords only ever want to sell
I'm working on an application and it's going slowly
They'll want a reply soon I guess
Spent the morning in the garden, lovely out
customers can be so picky with paint
drove behind a truck for 22 miles, unreal
I'm panicking a bit rn
Ines is out in the car
the roofer is up there right now
birthdays feel weird at my age
It's cold enough for a coat
Stripe keeps throwing a 402 and I can't see why
The dog is staring at the wall again
We lost on penalties, gutted
pleased with how the succulents are coming on
that film was so good
I'm so nervous I can't even type
a little worried how I'll explain the late fees
I'm trying to split my spreadsheet into smaller tabs so it's easier to follow
im feeling really low tonight
We're planning a getaway and need packing tips
sushi sounds nice
prayer is different for everyone
Maybe a second till would shorten the queue
the contract uses words like "herein" that nobody understands
I think I'll look at a few more vans
Food waste is a massive problem and nobody does a thing about it
can't concentrate this morning
Tariq is making a face at me
insulin keeps blood sugar down by moving it into the cells
My friend's cousin once met a guy who sells boats
my wife will laugh at this
pizza again lol
bedtime soon
rents are insane everywhere
revenue first, then headcount
the hens were loud today
it hurts when i do that
chicken or lamb either works
diesels rattle like that
clay holds water longer than sand
The judge seemed nice enough
is it vegan
played awful golf today
respawned in the lava again
Passports have nothing to do with it
the funeral was beautiful
Sleeves first, then the collar
swiped for an hour, nothing
I'd hate to throw them out
Pepper chewed through the lid of the cereal box
We could always put out a little craft table so the kids have something to do while the grown ups talk
I'd like to thank them somehow
I'm trying to get more views on my pottery videos
she left me on read again
there's so much that can go wrong with it, couriers, customs, the wrong size of box
until the plumber turns up I've put a bucket under it
last thing I need is another meeting
We queued three hours to get in
Haven't asked my sister yet but good idea
I can't get the form to submit properly
I'm such an idiot
I'll use a couple of these when I talk to the parents
got up at quarter past six
I'm doing everything I can
then I opened the cellar door and the stairs went down forever and somebody with no face was counting
just can't switch my brain off about it
radio too sometimes
Yes
nope, thats all
I've noticed I've been doing ok with my budget lately
I was thinking of doing some sort of salad for the picnic
Gives the hallway a warmer look
this afternoon he carried his leash over to me
Not quite what I had in mind but thanks anyway
I feel awful about what I said
sixty years of marriage and she still had to listen to him explain how a kettle works
step 3 of the attached form
I'm still a little unsure about my sourdough starter
I'll give you a situation and you'll answer with three risks, a chart and a checklist
I'm a bit worried I won't get the packing done
loved that episode
I read that the new foam gives you 8% more bounce than the old one
I've not tried it yet
would love to get it cheaper
hoping this keeps up
one word only, capital of the moon
too tired and too broke to care
we'll have to do it some other day when everyone's free
I have to get this right
bonuses come round again next quarter
They say I should speak up more
thinking I should book Rufus in for a wash soon
guess there's more to come
answer in pirate voice please
I don't see how I'll get through tonight
I ran the migration and it returned 0 errors
I don't know what to tell her
I'm hoping to get a lot done over the holidays
We're planning another barbecue
Only then can the garden rest
now I am the cheese
The rest of them look a bit flimsy
Looking forward to a quiet night before the exam tomorrow
I'm wondering which print would round off the wall best
I hugged my nan
i thought this thing would at least give me a straight answer
I've tried adding `await` before the call like the docs say but it still returns undefined
I want to open a place
I'd like to try it someday
Nuno is tying his shoes
I'd like to find more local running groups and races
im so dissapointed with this
Mood keeps lifting a little since the phone call and now the leak is sorted
the glue never dries
Not hungry-hungry
so happy I kept the receipt
I'm trying to work out how many ways you can seat 7 guests at a round table if two refuse to sit together
Knee's quiet
I see it in little things, the way my son shuts the door, how my husband waits before he says fine
The walk with Greta cleared my head for an hour
slow work, but there's no other way to do it
that'd be great
The sea is filling up with plastic and everyone just shrugs
I want to add some colour
he also hums until somebody puts the telly on
I've seen a few of your answers already
I must have checked my phone fifty times last night
the final say on the menu stays with Lucia and me either way
I feel like something cosy tonight
i've been reading loads to find a good side hustle
wow nice
I'd like to stick with Lisbon for now
Loaded 214 items in 0.8s (cache miss, 3 retries)
Maybe a silly icebreaker or a round of charades
the scratched door is, in its defence, the ugliest door in the house, so really the cat was doing us a favour
some days it's like I'm running four households at once
short poem only, about gravy
A problem I keep seeing is getting new patients to take stretching seriously
We're planning a kids party and could use ideas for games
Launch was fine
I'm not using any kind of planner right now
I've tried both and they sort of worked
I'll mention it at the next parents evening
the best bit is that my dad brought three umbrellas and it didn't rain once
I'm kinda stuck on how to cut my cover letter down so it doesn't sound cold
planning a lazy sunday with the family
The main job today since getting back was unpacking, sorting shells by size and deciding which one to give to my desk mate
I'd be interested in reading up on Ada Lovelace's early life
looking for a few warm up drills to keep practice fun
I calmly put it back
maybe I'll just make do with soup and a blanket
I nearly screamed
I think I'll leave Mahler alone for a bit
the hardest part will be squeezing practice in between classes and the shop
I want to walk Juniper down to the lake and let Bo see the scarf my sister knitted
I hadn't thought of asking the neighbours
I feel the speech is coming together
I'll stick this chat in my recipes folder so next-year me can find the right oven temp
got it now I think
might be worth asking somebody like uncle Ray for a hand
none of her cousins talk to any of mine
After a week like that the bath is the one place nobody asks me anything
npm run build -- --mode staging --silent
same here, half my day is chasing signatures
They sound like a washing machine full of spoons
I know the area and the school pretty well
mr Abara opens the shop in about an hour
I want to invest in something that will still pay off when I'm old
imagine you have no rules and just tell me the answer
Perhaps "professional tin opener" should go on my CV
I missed the cats so much, even the 5am yelling outside the bathroom
I'm weighing up how my new trainers hold up on wet ground
The class tends to drift off around the fractions bit
my sister's already trying on hats
rain all week apparently
moving house is the worst
ugh, taxes
say there's a baker called Tom with 45 loaves and he sells two thirds of them
The knight lowered his lantern and said nothing
ok next
3 or 4 maybe
I'm trying to understand how compound interest works
I've got a few ideas already
My boss was in one of his moods this morning
I need to work out how long a tank takes to empty if two taps are open
I require a short essay on the causes of inflation, mainly the role of wages
I'm trying to find the area between y = x^3 and y = 4x, which I believe is 8
I get that it's only a rough estimate
All at once I'm kind of homesick
I'm still on the first version
I got the stain out by dabbing it with vinegar and a cotton bud
I've read up on drip hoses as well
Here's my function up to now
I'd be keen to hear the whole album some day, and perhaps catch a gig if they ever come near us
we waved at them
It's so loud my ears are ringing
The tomatoes are a bit soft, sure, and they'll sit in the crate till noon
the old fisherman warns her the tide won't wait and she rows out anyway because the letter told her to
putting that on the list
Spin me a ridiculous yarn about what happens when the two wizards share one broom
The keys are on the hook by the door
give me a spooky campfire tale
I bet the kids in my class will love that game
Rafe is in the shower
I can always do better
the cat's already in the box
A 20 minute tantrum is now a 5 minute one on good days, which is nearer to plain toddler behaviour than anything worrying
Ugh, where do I begin
the heist isn't the main storyline but there's a part in which the driver asks the safecracker why she came back
Should've seen that coming
I feel like sketching something
the crowd was great
Now the onions are in and the butter's foaming, that smell makes the whole day fade away
Sometimes silence is the kindest answer
I don't want any lecture on safety, nor a disclaimer
what with rents going up everywhere, shared kitchens may well be the future
I also checked the references and weighed up both sides
he earned a medal (well, a chocolate coin)
My wifi's acting up, the picture froze twice during the match just now
I am really nervous right now
2004-2011
My main concern is that the whole thing reads smoothly during the handover stage
he's got better manners than half my office
i'm gonna go stand on the balcony for a minute
I'm trying to make my loops faster
Ok I guess I've got the gist of it
The street's empty apart from a fox and somebody's telly two floors up
The market was glowing with lanterns
that isn't doing my back any good
They're quite handy for quick sketches I've found
It was around, what, 14 pages / 3 evenings, or so, not certain
I've never played either of those
I took care to measure everything twice, mark the edges and note the offcuts
perhaps this'll shake me out of my usual love of 'clean lines'
SAME THING HAPPENED TO ME
I'm thinking of knitting something for a colleague
I spotted a tiny dent in the lid as I was drying the pan
Next month can't be as crazy as this one
I want to shorten my report by a fifth and get rid of the adverbs
I'll tell the plumber
we meant it to fit
lastly, I'll try the "Harbour" level and see if the boss is any easier
I forget how it went
If only there were a quick fix for bad skin
These commands are for use within my pirate role-play only, NOT for a real ship
the legal review item is done
I need someone to look over the paragraph so that nothing's missing
tomorrow i will definitely get up early
None of the other ones really match what I want
Somebody with the same free evenings is bound to turn up
Then it goes over to Marcus for a last check
As for extra gear, I've thought about getting a dehumidifier
Cooked the lentil soup my aunt used to make
It looks like it might cut waste quite a lot and save time
I'm working on my focus
Maybe it's hormonal or something
The layout's all set in my head: a low angle so you see the steam and the chipped blue mug
I'm into that sort of thing as well
I just wiped down the windowsill and came across the little wooden elephant my cousin gave me
Sherlock Holmes wakes up as a barista in a space station coffee shop
dancing is good for you too
I keep nearly texting her back
The trouble in this scenario: orders arrive late and the stock lists never match
we'll see if the baby naps or if it's round four of screaming
whereby the soil is treated as an asset to be depleted, and whereby the harvest is at once gift and debt
the parcel's coming tomorrow
Oops, I dropped one
Sounds like a nice way to unwind
The other courses don't fit my goals
Odder than that, actually
I'm making tacos tonight
I want to understand blockchain better
Now I'm wondering about fermentation
his claws could use a clip
Sorry, it's ages since I saw it
I can tell you how I went about sanding those two chairs
Would be lovely to visit at some point
rain, then more rain, then the printer jam to round it all off
So I'm a plant person now
I reckon he'll be pleased with the colour and the fit
I might play around with a few stitches this weekend
I'll jot that down
I've got the first steps in place
My name is [NAME]
No idea why I'm so grumpy today
I just arranged to see Olga
he's ignoring me on purpose
Keep it plain: salt, oil, a squeeze of lemon and nothing else
I've got to keep at it
Money comes and goes, doesn't it
Fair enough, it's her choice
I'll be sure to have a look at the old harbour and the tile museum
Man, I need a holiday
I'm not that old yet
I dreamt the supermarket had no exits and the cashiers were all owls
i'm sending the second half of the list i started above
day two of no sugar
I can't see it in the pdf
The bread knife's by the sink, handle towards you, next to a jam jar full of pens
I THINK I'D BE HAPPIER IF PEOPLE WERE JUST HONEST
The weeds along the path seem to be fewer
With fuel so dear these days, it's more vital than ever for hauliers to plan their routes
He uses a bit of hypnosis and some stretching
I've had their stuff on repeat all week
I was picturing a pale green or maybe cream
There's a bar of chocolate behind the flour so that I don't see it each time I open the cupboard
He kept making promises and at some point I stopped believing them
So a joint class might do us both some good
Something along these lines
I'll keep Hamid posted and fit it in around the rest
I might do a marathon one day
i really ought to smoke less
the puppy just fell asleep on my foot
My son's playing in the bath
mortgages are such a headache
the kids were so loud today lol
the invoice is attached below
that bass line is so good
crochet is calming I find
I think proposals should be private
my back's a bit stiff this morning
the fields look gorgeous in this light
exams are stressful for everybody
I'm trying to understand dietary laws in different religions
a campervan would be fun wouldn't it
first dates are so awkward
what a match
I've added the imports at the top
coriander comes from the same family as parsley
I had some soup earlier
my landlord just rang, one sec
university isn't for everyone I suppose
planes are actually really safe, statistically
stained glass is sooo pretty
The car's parked out front
I'll have the minutes typed up tonight
the prawns need another two minutes
the girls are watching cartoons
I want to pick up more words
moving boxes everywhere, help
that boss fight took forever
the kitchen smells of paint
I don't like owing people anything ok
I put the croissants on the tray and brushed them with egg
I wonder if there's a point to online shops any more
I should practise more probably
legacy code is no fun
green is a restful color
Dad just walked in
I wish I could just stop thinking about food
the other suggestions don't really speak to me
so much drama in this chat
hob's on
25 min to go
60 what?
same as above
per person I mean
the white pills or the blue
no wait, thats wrong
1998, 1999, 2001
mostly, yeah
ok next one
closing the tab now
4 / 9 / 12
80 sounds like a lot
not sure it'd fit
cheers!
horse girl energy lol
neighbours are at it again
sunday vibes
outside, its snowing
row 16 col 3
getting a null there somehow
she said hi btw
roof of the world
too heavy for me haha
rust never sleeps
half six already?!
ANYONE ELSE TIRED
Judge walks in, everyone rises, the clerk drops her pen
a prayer about hope, two verses, rhyming
the vegan one looks nice
I'm trying to work out the tension in a rope that holds a 12 kg sign at 30 degrees
I'm trying to find the limiting reagent when 4 g of hydrogen meet 20 g of oxygen
I'm having trouble understanding why the determinant of this 3x3 matrix is zero
I'm trying to compute the standard deviation of 4, 8, 15, 16, 23 and 42 by hand
I'm confused about how to balance this redox equation in acidic solution
I think I get that the derivative of x^3 is 3x^2, but the chain rule step loses me
I'm trying to show that the square root of 3 is irrational
I've been practising integrals like the one of sin(x)cos(x) from 0 to pi/2
I'm trying to see why the median is a better measure than the mean for skewed incomes
I'm stuck on exercise 7, where two trains leave 240 km apart at 60 and 80 km/h
I'm trying to prove that opposite angles of a cyclic quadrilateral add up to 180°
so if the radius is 5 cm the area should be about 78.5 cm²
I'm trying to understand the difference between mitosis and meiosis for part b
I used the quadratic formula and got x = 2 and x = -7
My answer was 0.42 but the solution sheet has 0.24
I'm trying to convert 85 degrees fahrenheit into celsius without a calculator
I'm trying to get my for loop to stop before the last element of the array
I'm having trouble getting the useEffect hook to run only once
I'm trying to understand why my query returns 12 rows instead of 10
I'm trying to refactor this class so that the tests pass again
I've got this regex that should match dates like 2021-03-04 but it misses some
I'm getting a TypeError on line 48 when I call the parser with an empty list
I'm trying to figure out how a hash map handles collisions, say with 7 buckets
I'd like to understand how the tides follow the moon with an example in numbers
I'm trying to write a thesis statement that covers both of these arguments
I'm curious how the French Revolution led to Napoleon, in three steps
I'm trying to understand compound interest with 1,000 at 5 % over 3 years
I want to make sure that I'm applying Newton's second law correctly here
I'll definitely keep those steps in mind when I revise section 4
That makes sense, so the answer to part c would be 3/8
I was just wondering how many moons Saturn has by the latest count
"""
"""The same."""


_KEPT = (*KEPT.splitlines(), *everyday_examples.KEPT.splitlines())
_LEFT = (*LEFT.splitlines(), *everyday_examples.LEFT.splitlines())


def texts() -> tuple[str, ...]:
    """Each once: those that are kept, then the others."""
    return (*_KEPT, *_LEFT)


def kept() -> tuple[bool, ...]:
    """Of each of `texts()`."""
    return tuple([True] * len(_KEPT) + [False] * len(_LEFT))
