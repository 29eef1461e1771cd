/** Names that are typical for a university in Transylvania: Romanian, Hungarian and German. */

const splitWords = (text: string): readonly string[] => text.trim().split(/\s+/)

export interface NamePool {
  readonly family: readonly string[]
  readonly F: readonly string[]
  readonly M: readonly string[]
}

const romanian: NamePool = {
  family: splitWords(`
    Popescu Ionescu Popa Pop Rusu Radu Dumitru Stan Stoica Gheorghe Matei Ciobanu Rus Constantin Marin Mureșan Țăran Lazăr Dobre Ungureanu
    Munteanu Moldovan Olteanu Bănățeanu Câmpeanu Albu Negru Roșu Chirilă Suciu Crișan Bălan Șerban Ștefănescu Țurcanu Țîrlea Văduva
    Năstase Păun Mihăilă Dragomir Bucur Costea Filip Cozma Grigore Iacob Iftimie Înțeleptu Lupu Manole Neagu Oprea Pavel Petcu Pârvu Sârbu
    Sandu Sava Tănase Toma Trifan Ursu Vasilescu Vlad Zamfir Zăvoianu Avram Barbu Bratu Cătană Chiș Dănilă Enache Florea Ghiță Hașegan
    Ilieș Jurcă Mocanu Nistor Onișor Petrișor Răducanu Sălăgean Șandor Șuteu Tăutu Țepeș Vereș Brătianu Cârstea Drăgan Frâncu Găină Hossu`),
  F: splitWords(`
    Ana Maria Elena Ioana Andreea Alexandra Cristina Mihaela Gabriela Simona Roxana Bianca Diana Raluca Denisa Larisa Iulia Teodora Sofia
    Ștefania Anca Oana Carmen Adina Mădălina Cătălina Ruxandra Ilinca Smaranda Daria Georgiana Natalia Sânziana Irina Luminița Crina Tudorița`),
  M: splitWords(`
    Andrei Alexandru Mihai Ștefan Ionuț Cristian Adrian Gabriel Bogdan Vlad Radu Cosmin Răzvan Cătălin Marius Florin Daniel Lucian Ovidiu
    Tudor Matei Luca Darius Sebastian Rareș Horia Șerban Mircea Sorin Călin Dragoș Iulian Nicolae Petru Victor Emanuel Traian Octavian`),
}

const hungarian: NamePool = {
  family: splitWords(
    'Nagy Kovács Szabó Tóth Kiss Varga Szilágyi Lőrincz Székely Bíró Fülöp Demeter Orbán Szőcs Benedek Gál Pál Kádár Bartha Ördög',
  ),
  F: splitWords(
    'Réka Kinga Emese Tímea Boglárka Zsófia Ágnes Katalin Orsolya Noémi Enikő Hanna Tünde Csilla',
  ),
  M: splitWords(
    'Attila Zsolt Szabolcs István László Csaba Levente Gergő Botond Ákos Tamás Péter Örs Hunor',
  ),
}

const german: NamePool = {
  family: splitWords(
    'Müller Schuster Weiß Roth Schneider Klein Binder Wagner Fleischer Gündisch Hermann Schäfer Köber Böhm Theil Zikeli',
  ),
  F: splitWords('Karin Ingrid Heidrun Astrid Brigitte Anneliese Ulrike Gerlinde Käthe Edith'),
  M: splitWords('Helmut Jürgen Günther Klaus Dieter Wolfgang Reinhold Kurt Uwe Jörg'),
}

/**
 * Chooses names: 9 % Hungarian and 3 % German, but far more in programmes taught in these
 * languages.
 */
export function chooseNamePool(share: number, language: string): NamePool {
  if (language === 'hu') return share < 0.85 ? hungarian : romanian
  if (language === 'de') return share < 0.45 ? german : romanian
  return share < 0.09 ? hungarian : share < 0.12 ? german : romanian
}

/** Towns with their county code as used in CNPs. */
export const towns: readonly { readonly name: string; readonly county: string }[] = [
  { name: 'Cluj-Napoca', county: '12' },
  { name: 'Turda', county: '12' },
  { name: 'Dej', county: '12' },
  { name: 'Câmpia Turzii', county: '12' },
  { name: 'Huedin', county: '12' },
  { name: 'Alba Iulia', county: '01' },
  { name: 'Blaj', county: '01' },
  { name: 'Oradea', county: '05' },
  { name: 'Beiuș', county: '05' },
  { name: 'Bistrița', county: '06' },
  { name: 'Năsăud', county: '06' },
  { name: 'Brașov', county: '08' },
  { name: 'Făgăraș', county: '08' },
  { name: 'Baia Mare', county: '24' },
  { name: 'Sighetu Marmației', county: '24' },
  { name: 'Târgu Mureș', county: '26' },
  { name: 'Sighișoara', county: '26' },
  { name: 'Satu Mare', county: '30' },
  { name: 'Carei', county: '30' },
  { name: 'Zalău', county: '31' },
  { name: 'Șimleu Silvaniei', county: '31' },
  { name: 'Sibiu', county: '32' },
  { name: 'Mediaș', county: '32' },
  { name: 'Suceava', county: '33' },
  { name: 'Vatra Dornei', county: '33' },
  { name: 'Iași', county: '22' },
  { name: 'Timișoara', county: '35' },
  { name: 'Deva', county: '20' },
  { name: 'Miercurea Ciuc', county: '19' },
  { name: 'București', county: '41' },
]

export const streets = splitWords(
  'Mihai_Eminescu Avram_Iancu Horea Memorandumului Republicii Florilor Lalelelor Observatorului Plopilor Primăverii Tudor_Vladimirescu 1_Decembrie_1918 George_Coșbuc Liviu_Rebreanu Ștefan_cel_Mare Gării Morii Zorilor Salcâmilor Trandafirilor',
).map((street) => street.replaceAll('_', ' '))
