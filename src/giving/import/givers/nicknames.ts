/**
 * English and Spanish first names with their short forms: in each line a name and its short forms.
 * They only suggest donors: a user decides.
 */
const lines = `
abigail abby gail
abraham abe
adelaide addie
agnes aggie nessa
albert al bert bertie
alberto beto
alejandro alex ale jandro
alejandra alex ale
alexander alex al xander sandy sasha
alexandra alex sandra lexi sasha
alfonso poncho
alfred al fred alfie
alfredo fredo
amanda mandy
andrea andi
andrew andy drew
andres andy
angela angie
anita ana
ann anne annie nan nancy
anthony tony ant
antonio tony toño toni
antonia toñi toni
arthur art artie
barbara barb barbie babs
beatrice bea trixie
beatriz bea
benjamin ben benny benji
bernard bernie
bradley brad
calvin cal
carlos charlie
carmen carmencita
caroline carrie caro lynn
catalina cata
catherine cathy kate katie kathy cate cat
cecilia ceci celia cissy
charles charlie chuck chas
charlotte charlie lottie
christine chris chrissy tina
christina chris tina
christopher chris topher kit
clarence clare
clifford cliff
concepcion concha conchita
consuelo chelo
cristobal cris tobal
cynthia cindy
daniel dan danny dani
david dave davey davy
deborah deb debbie debra
dennis denny
dolores lola loli
dominic dom nick
donald don donnie
dorothy dot dottie dolly
douglas doug
edith edie
edmund ed ned ted
eduardo edu lalo
edward ed eddie ned ted teddy
eleanor ellie nell nora
elizabeth liz lizzie beth betty betsy eliza lisa elsie libby
emily em emmy
emilio milo
enrique kike quique
ernest ernie
ernesto neto
esperanza espe
eugene gene
evelyn eve evie
ezekiel zeke
felipe pipe
fernando nando fer
florence flo flossie
frances fran frannie fanny
francis frank frankie
francisco paco pancho paquito curro fran
francisca paca paquita
frederick fred freddie
gabriel gabe gabi
gabriela gabi gaby
gerald gerry jerry
geraldine gerry
gertrude trudy gertie
gilbert gil bert
gonzalo gonza
graciela chela
gregory greg
gregorio goyo
guadalupe lupe lupita
guillermo memo guille
gustavo gus tavo
harold hal harry
harriet hattie
helen nell nellie
henry hank harry hal
herbert herb bert
hubert bert
ignacio nacho
isaac ike
isabel isa bella chabela
isabella bella izzy
jacob jake
jacqueline jackie
james jim jimmy jamie
janet jan
jeanette jean
jeffrey jeff geoff
jennifer jen jenny jenna
jeremiah jerry
jeremy jerry
jesus chuy chucho
jessica jess jessie
joan joanie
joanna jo
joel joe
john jack johnny jon
jonathan jon john nathan johnny
jorge coque
jose pepe chepe josé
josefina fina pepa
joseph joe joey jo
josephine jo josie
joshua josh
juan juanito
judith judy
julia jules julie
julian jules
katherine kate katie kathy kat kay kit
kathleen kathy kate kath
kenneth ken kenny
kimberly kim
larry lawrence
laurence larry
lawrence larry laurie
leonard leo len lenny
leonardo leo
leopoldo polo
leticia lety
lillian lily lil
lorenzo lencho
louis lou louie
louise lou
lucille lucy
luis lucho
manuel manny manolo
manuela manola
marcus marc mark
margaret maggie meg peggy marge margie greta rita daisy
margarita rita marga
maria mari maruja mary
marianne mary
marjorie marge margie
martha marty patty
martin marty
mary molly polly mae mamie
matilda tilly mattie
matthew matt matty
maureen mo
maxwell max
mercedes merche
michael mike mickey mick mikey
michelle shelly
miguel migue
mildred millie
mitchell mitch
montserrat montse
nancy nan
natalie nat
nathaniel nate nathan nat
nicholas nick nicky
nicolas nico
norman norm
octavio tavo
oliver ollie
olivia liv livvy
oscar ozzie
pamela pam
patricia pat patty trish tricia
patrick pat paddy
pedro perico
peter pete
philip phil pip
phillip phil
pilar pili
rachel rae
rafael rafa
ramon moncho
randall randy
raymond ray
rebecca becky becca
regina gina
reginald reg reggie
ricardo ricky richi
richard rich rick dick ricky
robert rob bob bobby robbie bert
roberta bobbie
roberto beto rober
rodney rod
rodolfo rolfo fito
roger rodge
ronald ron ronnie
rosario charo
rosemary rose rosie
russell russ
salvador chava salva
samantha sam
samuel sam sammy
sandra sandy
santiago santi
sarah sally sadie
sergio checo
shirley shirl
sidney sid
sophia sophie
stanley stan
stephanie steph
stephen steve stevie
steven steve stevie
stuart stu
susan sue susie suzy
suzanne sue suzy
sylvia sylvie
teresa tere terry
terence terry
theodore ted teddy theo
theresa terry tess tessa
thomas tom tommy
timothy tim timmy
tobias toby
valerie val
veronica ronnie vero
vicente chente
victor vic
victoria vicky tori
vincent vince vinny
virginia ginny ginger
walter walt wally
wesley wes
wilfred will fred
wilhelmina mina minnie billie
william bill will billy willie liam
winifred winnie freda
zachary zach zack
`;

const groups = lines
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the other first names that a person with this first name may use. For a short form: the
 * full names, and their other short forms.
 */
export function otherNames(first: string): string[] {
  const name = plain(first);
  const nicknames = groups
    .filter((group) => group.some((nickname) => plain(nickname) === name))
    .flat();
  return [...new Set(nicknames)].filter((nickname) => plain(nickname) !== name);
}
