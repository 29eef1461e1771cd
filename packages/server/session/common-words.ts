/**
 * Words that passwords are often built on, in the four languages of the interface: frequent words
 * in leaked password lists, first names, teams, months, places and university terms.
 * `password-policy.ts` also recognises them with digits, symbols, years, repetitions and
 * combinations, so this short list covers far more passwords than it has entries. Lower case,
 * without diacritics.
 */
const words = `
password passwd passwort parola parole motdepasse kennwort passw pass word code secret secreta geheim access login signin
welcome willkommen bienvenue bunvenit hello hallo bonjour salut buna ciao letmein openup enter open sesame trustno trust
admin administrator root user utilizator utilisateur benutzer guest test tester testing demo default changeme change temp
temporary temporar master superuser supervisor manager office secretar secretara secretary secretariat student students
studenta studenti etudiant studierende professor profesor profesoara enseignant lehrer teacher dean decan rector university
universitatea universitate universite universitat uni faculty facultate facultatea college campus school scoala ecole schule
admitere admission registration inscriere matricola matricol curs cursuri course courses department departament exam examen
grade nota diploma licenta master doctorat bachelor academic academy academie catalog orar semestru semester
love iloveyou loveyou loveme iloveu ilove teiubesc iubire iubirea iubi dragoste dragostea amour jetaime liebe ichliebedich
schatz schatzi baby babygirl babyboy angel angels honey sweet sweety sweetheart princess prince queen king royal lovely
sexy hottie cutie beautiful pretty kiss kisses kissme heart hearts forever always together bestfriend friend friends
family familia mother mama mami mommy mum father tata daddy papa sister sora brother frate sohn tochter bunica bunicul
football fotbal fussball soccer baseball basketball hockey tennis tenis golf rugby handbal volei swimming runner running
steaua dinamo rapid craiova cluj cfr barcelona barca realmadrid madrid chelsea arsenal liverpool manchester united juventus
milan inter bayern munchen dortmund schalke hamburg borussia marseille lyon paris psg ajax benfica porto celtic rangers
yankees cowboys lakers steelers eagles patriots packers giants raiders redsox bulls broncos dolphins tigers lions bears
dragon dragons monkey tiger lion panther wolf wolves bear eagle falcon hawk phoenix shark dolphin horse horses pony kitty
kitten cat cats puppy dog dogs doggy bunny rabbit turtle spider snake cobra viper butterfly bird chicken duck mouse fish
pisica pisic caine catel lup urs vulpe fluture chat chien loup cheval oiseau katze hund pferd vogel maus hase
superman batman spiderman ironman hulk thor wonder woman marvel avengers starwars jedi yoda vader skywalker matrix neo
pokemon pikachu naruto sasuke goku dragonball mario luigi zelda sonic minecraft fortnite roblox warcraft starcraft diablo
counter strike counterstrike dota league legends halo doom quake gamer games gaming player playstation nintendo xbox
harry potter hogwarts gandalf frodo hobbit simpson homer bart disney mickey minnie donald tinkerbell nemo shrek barbie
computer laptop windows microsoft apple macintosh google gmail yahoo hotmail facebook instagram twitter youtube tiktok
whatsapp linkedin netflix spotify amazon android samsung nokia iphone internet network server router system linux ubuntu
oracle database java javascript python program programmer developer hacker cyber digital software hardware keyboard mouse
monitor screen website online offline mobile phone telephone telefon cisco dell lenovo toshiba sony canon intel nvidia
summer winter spring autumn fall vara iarna primavara toamna ete hiver printemps automne sommer fruhling herbst season
january february march april may june july august september october november december ianuarie februarie martie aprilie
mai iunie iulie septembrie octombrie noiembrie decembrie janvier fevrier mars avril juin juillet aout septembre octobre
novembre decembre januar februar marz juni juli oktober dezember monday tuesday wednesday thursday friday saturday sunday
luni marti miercuri joi vineri sambata duminica lundi mardi mercredi jeudi vendredi samedi dimanche montag dienstag
mittwoch donnerstag freitag samstag sonntag today tomorrow yesterday weekend holiday vacation vacanta concediu urlaub
vacances christmas craciun noel weihnachten easter paste halloween birthday party happy newyear anul nou
sunshine sunny sun moon star stars starlight sky rainbow rain snow snowball storm thunder lightning fire flame ice water
ocean sea beach island river lake mountain forest flower flowers rose roses lily daisy violet jasmine lavender tulip
soare luna stea stele cer curcubeu ploaie zapada furtuna foc apa mare munte padure floare flori trandafir soleil lune etoile
ciel neige feu eau mer montagne foret fleur fleurs sonne mond stern sterne himmel regen schnee feuer wasser meer berg wald
blume blumen rosen red blue green yellow orange purple pink black white silver gold golden brown grey gray diamond crystal
ruby emerald pearl rosu albastru verde galben negru alb argint aur rouge bleu vert jaune noir blanc argent rot blau grun
gelb schwarz weiss silber apple banana orange cherry peach strawberry lemon melon mango grape chocolate cookie cookies
candy sugar honey butter cheese pizza burger pepper ginger cinnamon vanilla coffee tea beer wine vodka whiskey whisky
mere pere cirese capsuni ciocolata cafea vin bere tuica sarmale mamaliga chocolat fromage kaffee wein bier kuchen kartoffel
money cash dollar dollars euro bank banker rich million millionaire lucky luck winner win success power powerful strong
freedom liberty peace hope faith grace glory heaven hell god jesus christ angel devil satan lord church bible prayer blessed
libertate pace speranta credinta dumnezeu iisus hristos biserica inger noroc succes putere bani liberte espoir dieu
freiheit frieden hoffnung glaube gott gluck erfolg
michael mike michelle jessica jennifer jordan joshua daniel danielle andrew andrei andreea ashley amanda anthony robert
thomas charlie charles matthew david daniela justin brandon nicole nicholas nicolas samantha william joseph james john
johnny george gheorghe georgiana george maria mariana marian marius mihai mihaela mihail ioana ion ionut ionel ioan elena
alexandra alexandru alex alexander cristina cristian cristi christian christine ana anca anamaria anna anne annie adrian
adriana adina alina alin bogdan bianca catalin catalina carmen claudia claudiu constantin corina cosmin costel costin
dana dan denisa diana dragos dumitru ecaterina emil emilia eugen eugenia felicia florin florentina florina gabriel
gabriela gabi gelu horia iulia iulian iuliana irina larisa laura laurentiu lavinia liliana liviu loredana lucian luciana
luminita madalina magdalena manuela marcel marinela mircea mirela monica nadia narcis natalia nicoleta nicolae nicu octavian
oana olga ovidiu paul paula petre petru radu raluca ramona razvan roxana sabina sebastian silvia simona sorin sorina stefan
stefania stefan teodor teodora tiberiu traian tudor valentin valentina vasile vasilica veronica victor victoria violeta
viorel viorica virgil vlad vladimir pierre jean jacques louis luc marc marie sophie camille julien juliette chloe emma lea
manon lucas hugo nathan theo antoine alexis celine nathalie sylvie isabelle philippe francois laurent olivier hans peter
klaus jurgen wolfgang stefan andreas markus martin martina sabine petra monika ursula katrin julia lena lisa leon lukas
felix jonas tim tobias sebastian florian sandra heike anja susanne karin hannah hanna sarah sara rachel rebecca elizabeth
emily emma olivia sophia isabella ava mia ethan noah liam mason jacob logan lucas benjamin henry samuel oliver jack harry
harley hunter tyler taylor austin dallas jackson maggie molly buster bailey max rocky buddy lucky shadow ginger tigger
snoopy scooter pepper oscar toby sammy simba nala bella luna rex charly minka felix murka azor rica leo
romania romanul roman bucuresti bucharest iasi timisoara brasov constanta sibiu oradea arad galati ploiesti pitesti bacau
suceava botosani targu mures alba iulia deva hunedoara buzau focsani braila tulcea slatina resita turnu severin satu
moldova transilvania oltenia banat dobrogea carpati dunare france french francais allemagne deutschland germany german
deutsch berlin munich koln frankfurt stuttgart dresden leipzig wien austria schweiz suisse geneve zurich belgique bruxelles
london england english britain scotland ireland america american usa canada mexico texas california florida newyork york
chicago boston miami vegas hollywood australia sydney india china japan tokyo russia moscow ukraine poland italy italia
roma milano napoli spain espana europe europa africa asia world earth planet universe galaxy space
ferrari porsche mercedes bmw audi volkswagen golf passat opel ford mustang chevy chevrolet corvette camaro dodge toyota
honda yamaha suzuki kawasaki nissan mazda subaru dacia logan duster renault peugeot citroen skoda volvo harley davidson
car cars auto masina voiture truck racing racer driver speed turbo drift motor engine
music muzica musique musik rock metal punk jazz blues hiphop rap guitar piano drums bass singer dance dancer dancing metallica
nirvana slipknot linkin park eminem tupac beatles elvis madonna beyonce rihanna shakira bieber justinbieber onedirection
taylor swift coldplay greenday blink acdc pinkfloyd ironmaiden korn rammstein
qwerty qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qaz wsx edc abc abcd abcdef abcdefg xyz aaa zzz xxx
iloveme fuckyou fuck fucker fucking fuckoff asshole bitch shit bullshit pussy dick cock penis vagina boobs tits sex porno
porn naked nude slut whore bastard damn crap suck sucks pula pizda muie cacat curva merde putain salope connard scheisse
arschloch ficken hure idiot stupid loser prost
ninja samurai warrior soldier army navy marine marines military police fireman doctor nurse lawyer engineer captain
pirate hunter killer assassin sniper ghost zombie vampire monster demon witch wizard magic magical mystic legend hero
heroes champion rebel outlaw gangster mafia bandit cowboy indian viking knight warlord emperor empire kingdom castle
soldat armata politie doctor inginer razboinic erou rege regina imparat chevalier guerrier roi reine krieger ritter kaiser
mustang maverick scorpion scorpio gemini taurus virgo libra leo cancer pisces aries aquarius capricorn sagittarius
shadow midnight darkness dark light night nacht noapte nuit day tag zi jour dream dreams dreamer vis visuri reve traum
crazy funny cool awesome amazing perfect super best good great big little small old new young hot cold fast slow real
true life viata vie leben live living alive dead death moarte mort tod die dying time timp temps zeit one two three four
five six seven eight nine ten unu doi trei patru cinci sase sapte opt noua zece trois quatre cinq sept huit neuf dix
eins zwei drei vier funf sechs sieben acht neun zehn first last number numar nombre nummer home house casa acasa maison haus
door key cheie cle schlussel lock safe security securitate securite sicherheit private privat public personal account cont
compte konto email mail post name nume nom work job munca travail arbeit boss chef sef team echipa equipe company firma
business marketing sales service support help ajutor aide hilfe please thanks multumesc merci danke yes no oui non nein
whatever nothing something anything everything someone nobody somebody anyone everyone because blink please
and the you are not this that with from have your for was but all can her his she him our out get let say see who why how
sunt este esti vreau pentru acum mereu nimic ceva tot toata toate mea meu tau eu noi voi
moi toi lui elle nous vous mon ton son avec pour dans est suis ich bin ist und der die das mein dein mit nicht wir
cookie chocolate snickers skittles cocacola coca cola pepsi fanta sprite marlboro heineken nutella kinder haribo
butthead beavis garfield tweety sylvester bugsbunny snowwhite cinderella aladdin ariel rapunzel elsa frozen olaf anna
peanut pumpkin muffin cupcake pancake waffle biscuit cheesecake brownie bubbles bubble babydoll babylove lovebug ladybug
hallo123 schalke04 passwort1 soleil doudou loulou chouchou coucou nounours cherie bebe bisous papillon caramel azertyuiop
blabla lalala hahaha nanana dada mimi titi toto tata tutu lulu lili lola coco kiki gogo bobo zuzu
trustme imposible impossible incorrect correct invalid unknown undefined null none empty blank example sample
`
export const commonWords: ReadonlySet<string> = new Set(
  words.split(/\s+/).filter((word) => /^[a-z]{3,}$/.test(word)),
)
