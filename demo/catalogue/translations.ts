/**
 * Translations of names in the catalogue, as a multilingual university would have them. Names
 * without a translation stay Romanian.
 */

/** One name per line: Romanian, English, French, German. `{{year}}` stands for any year. */
const table = `
Admitere {{year}} | Admission {{year}} | Admission {{year}} | Zulassung {{year}}
Admitere master {{year}} | Master’s admission {{year}} | Admission en master {{year}} | Zulassung zum Master {{year}}
Admitere master {{year}}, sesiunea a II-a | Master’s admission {{year}}, second session | Admission en master {{year}}, deuxième session | Zulassung zum Master {{year}}, zweiter Termin
Admitere anticipată {{year}} | Early admission {{year}} | Admission anticipée {{year}} | Vorgezogene Zulassung {{year}}
Etapa I | Round I | Premier tour | Runde I
Etapa a II-a | Round II | Deuxième tour | Runde II
Etapa a III-a | Round III | Troisième tour | Runde III
Sesiunea a II-a, etapa I | Second session, round I | Deuxième session, premier tour | Zweiter Termin, Runde I
Sesiunea a II-a, etapa a II-a | Second session, round II | Deuxième session, deuxième tour | Zweiter Termin, Runde II
Informatică | Computer Science | Informatique | Informatik
Matematică | Mathematics | Mathématiques | Mathematik
Automatică și calculatoare | Automation and Computer Engineering | Automatique et génie informatique | Automatisierungstechnik und Technische Informatik
Economie și administrarea afacerilor | Economics and Business Administration | Économie et gestion des affaires | Wirtschaftswissenschaften
Drept | Law | Droit | Rechtswissenschaft
Litere | Languages and Literature | Lettres | Sprach- und Literaturwissenschaft
Psihologie și științele educației | Psychology and Educational Sciences | Psychologie et sciences de l’éducation | Psychologie und Erziehungswissenschaften
Geografie și știința mediului | Geography and Environmental Science | Géographie et sciences de l’environnement | Geografie und Umweltwissenschaften
Informatică (în limba engleză) | Computer Science (taught in English) | Informatique (en anglais) | Informatik (in englischer Sprache)
Informatică (în limba maghiară) | Computer Science (taught in Hungarian) | Informatique (en hongrois) | Informatik (in ungarischer Sprache)
Inginerie software | Software Engineering | Génie logiciel | Softwaretechnik
Matematică-informatică | Mathematics and Computer Science | Mathématiques-informatique | Mathematik und Informatik
Matematici computaționale | Computational Mathematics | Mathématiques computationnelles | Computermathematik
Calculatoare | Computer Engineering | Génie informatique | Technische Informatik
Automatică și informatică aplicată | Automation and Applied Informatics | Automatique et informatique appliquée | Automatisierungstechnik und angewandte Informatik
Sisteme inteligente și viziune artificială | Intelligent Systems and Computer Vision | Systèmes intelligents et vision par ordinateur | Intelligente Systeme und Bildverarbeitung
Management | Management | Management | Management
Finanțe și bănci | Finance and Banking | Finance et banque | Finanz- und Bankwesen
Contabilitate și informatică de gestiune | Accounting and Management Information Systems | Comptabilité et informatique de gestion | Rechnungswesen und Wirtschaftsinformatik
Audit și management financiar | Audit and Financial Management | Audit et gestion financière | Wirtschaftsprüfung und Finanzmanagement
Drept european și internațional | European and International Law | Droit européen et international | Europäisches und internationales Recht
Limba și literatura română | Romanian Language and Literature | Langue et littérature roumaines | Rumänische Sprache und Literatur
Limba și literatura engleză | English Language and Literature | Langue et littérature anglaises | Englische Sprache und Literatur
Limba și literatura germană | German Language and Literature | Langue et littérature allemandes | Deutsche Sprache und Literatur
Psihologie | Psychology | Psychologie | Psychologie
Pedagogie | Education | Pédagogie | Pädagogik
Psihologie clinică și psihoterapie | Clinical Psychology and Psychotherapy | Psychologie clinique et psychothérapie | Klinische Psychologie und Psychotherapie
Geografia turismului | Geography of Tourism | Géographie du tourisme | Tourismusgeografie
Știința mediului | Environmental Science | Sciences de l’environnement | Umweltwissenschaften
Discipline fundamentale | Fundamentals | Enseignements fondamentaux | Grundlagen
Discipline de domeniu | Core courses | Enseignements du domaine | Kernfächer
Discipline de specialitate | Specialization courses | Enseignements de spécialité | Vertiefung
Fundamentele programării | Fundamentals of Programming | Fondements de la programmation | Grundlagen der Programmierung
Arhitectura sistemelor de calcul | Computer Systems Architecture | Architecture des systèmes informatiques | Rechnerarchitektur
Logică computațională | Computational Logic | Logique computationnelle | Logik für Informatiker
Programare orientată obiect | Object-Oriented Programming | Programmation orientée objet | Objektorientierte Programmierung
Structuri de date și algoritmi | Data Structures and Algorithms | Structures de données et algorithmes | Datenstrukturen und Algorithmen
Sisteme de operare | Operating Systems | Systèmes d’exploitation | Betriebssysteme
Metode avansate de programare | Advanced Programming Methods | Méthodes avancées de programmation | Fortgeschrittene Programmiermethoden
Baze de date | Databases | Bases de données | Datenbanken
Programare logică și funcțională | Logic and Functional Programming | Programmation logique et fonctionnelle | Logische und funktionale Programmierung
Ingineria sistemelor soft | Software Systems Engineering | Génie des systèmes logiciels | Entwicklung von Softwaresystemen
Inteligență artificială | Artificial Intelligence | Intelligence artificielle | Künstliche Intelligenz
Rețele de calculatoare | Computer Networks | Réseaux informatiques | Rechnernetze
Limbaje formale și tehnici de compilare | Formal Languages and Compiler Design | Langages formels et compilation | Formale Sprachen und Compilerbau
Programare paralelă și distribuită | Parallel and Distributed Programming | Programmation parallèle et distribuée | Parallele und verteilte Programmierung
Programare web | Web Programming | Programmation web | Webprogrammierung
Verificarea și validarea sistemelor soft | Software Verification and Validation | Vérification et validation des logiciels | Verifikation und Validierung von Software
Criptografie | Cryptography | Cryptographie | Kryptografie
Elaborarea lucrării de licență | Bachelor Thesis Preparation | Préparation du mémoire de licence | Ausarbeitung der Bachelorarbeit
Analiză matematică pe dreapta reală | Real Analysis in One Variable | Analyse réelle à une variable | Analysis in einer Veränderlichen
Analiză matematică | Mathematical Analysis | Analyse mathématique | Analysis
Analiză matematică I | Mathematical Analysis I | Analyse mathématique I | Analysis I
Analiză matematică II | Mathematical Analysis II | Analyse mathématique II | Analysis II
Algebră I | Algebra I | Algèbre I | Algebra I
Algebră liniară | Linear Algebra | Algèbre linéaire | Lineare Algebra
Geometrie | Geometry | Géométrie | Geometrie
Geometrie analitică | Analytic Geometry | Géométrie analytique | Analytische Geometrie
Structuri algebrice | Algebraic Structures | Structures algébriques | Algebraische Strukturen
Teoria grupurilor | Group Theory | Théorie des groupes | Gruppentheorie
Teoria numerelor | Number Theory | Théorie des nombres | Zahlentheorie
Ecuații diferențiale | Differential Equations | Équations différentielles | Differentialgleichungen
Analiză numerică | Numerical Analysis | Analyse numérique | Numerische Mathematik
Analiză funcțională | Functional Analysis | Analyse fonctionnelle | Funktionalanalysis
Probabilități | Probability Theory | Probabilités | Wahrscheinlichkeitstheorie
Probabilități și statistică | Probability and Statistics | Probabilités et statistique | Wahrscheinlichkeitsrechnung und Statistik
Statistică matematică | Mathematical Statistics | Statistique mathématique | Mathematische Statistik
Metode numerice | Numerical Methods | Méthodes numériques | Numerische Methoden
Fizică | Physics | Physique | Physik
Programarea calculatoarelor | Computer Programming | Programmation des ordinateurs | Programmierung
Arhitectura calculatoarelor | Computer Architecture | Architecture des ordinateurs | Rechnerarchitektur
Ingineria programării | Software Engineering | Génie logiciel | Softwaretechnik
Sisteme distribuite | Distributed Systems | Systèmes distribués | Verteilte Systeme
Învățare automată | Machine Learning | Apprentissage automatique | Maschinelles Lernen
Microeconomie | Microeconomics | Microéconomie | Mikroökonomie
Macroeconomie | Macroeconomics | Macroéconomie | Makroökonomie
Management general | General Management | Management général | Allgemeine Managementlehre
Management strategic | Strategic Management | Management stratégique | Strategisches Management
Managementul resurselor umane | Human Resource Management | Gestion des ressources humaines | Personalmanagement
Bazele contabilității | Fundamentals of Accounting | Bases de la comptabilité | Grundlagen des Rechnungswesens
Statistică economică | Business Statistics | Statistique économique | Wirtschaftsstatistik
Marketing | Marketing | Marketing | Marketing
Finanțele întreprinderii | Corporate Finance | Finance d’entreprise | Unternehmensfinanzierung
Dreptul afacerilor | Business Law | Droit des affaires | Wirtschaftsrecht
Antreprenoriat | Entrepreneurship | Entrepreneuriat | Unternehmensgründung
Finanțe publice | Public Finance | Finances publiques | Öffentliche Finanzen
Econometrie | Econometrics | Économétrie | Ökonometrie
Piețe de capital | Capital Markets | Marchés de capitaux | Kapitalmärkte
Teoria generală a dreptului | General Theory of Law | Théorie générale du droit | Allgemeine Rechtslehre
Drept constituțional I | Constitutional Law I | Droit constitutionnel I | Verfassungsrecht I
Drept constituțional II | Constitutional Law II | Droit constitutionnel II | Verfassungsrecht II
Drept roman | Roman Law | Droit romain | Römisches Recht
Drept civil. Partea generală | Civil Law: General Part | Droit civil : partie générale | Bürgerliches Recht: Allgemeiner Teil
Drept civil. Contracte | Civil Law: Contracts | Droit civil : les contrats | Bürgerliches Recht: Vertragsrecht
Drept penal. Partea generală | Criminal Law: General Part | Droit pénal : partie générale | Strafrecht: Allgemeiner Teil
Drept penal. Partea specială | Criminal Law: Special Part | Droit pénal : partie spéciale | Strafrecht: Besonderer Teil
Drept administrativ I | Administrative Law I | Droit administratif I | Verwaltungsrecht I
Drept administrativ II | Administrative Law II | Droit administratif II | Verwaltungsrecht II
Dreptul Uniunii Europene | European Union Law | Droit de l’Union européenne | Recht der Europäischen Union
Dreptul muncii | Labour Law | Droit du travail | Arbeitsrecht
Introducere în psihologie | Introduction to Psychology | Introduction à la psychologie | Einführung in die Psychologie
Neuroștiințe | Neuroscience | Neurosciences | Neurowissenschaften
Psihologie cognitivă | Cognitive Psychology | Psychologie cognitive | Kognitive Psychologie
Psihologie socială | Social Psychology | Psychologie sociale | Sozialpsychologie
Psihologie clinică | Clinical Psychology | Psychologie clinique | Klinische Psychologie
Psihologia dezvoltării | Developmental Psychology | Psychologie du développement | Entwicklungspsychologie
Statistică în psihologie | Statistics in Psychology | Statistique en psychologie | Statistik in der Psychologie
Introducere în pedagogie | Introduction to Education | Introduction à la pédagogie | Einführung in die Pädagogik
Introducere în lingvistică | Introduction to Linguistics | Introduction à la linguistique | Einführung in die Sprachwissenschaft
Literatură comparată | Comparative Literature | Littérature comparée | Vergleichende Literaturwissenschaft
Cartografie | Cartography | Cartographie | Kartografie
Geografie umană | Human Geography | Géographie humaine | Humangeografie
Introducere în turism | Introduction to Tourism | Introduction au tourisme | Einführung in den Tourismus
Ecologie generală | General Ecology | Écologie générale | Allgemeine Ökologie
Geologie | Geology | Géologie | Geologie
`

type Language = 'En' | 'Fr' | 'De'
const translationsByText = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [ro = '', ...others] = line.split(' | ')
      return [ro, others] as const
    }),
)

/**
 * Returns the translations of a Romanian text as fields: `nameEn`, `nameFr`, `nameDe`. Empty if it
 * is not in the table.
 */
export const translationFields = <N extends string>(
  field: N,
  text: string,
): { readonly [F in `${N}${Language}`]?: string } => {
  const year = /\d{4}/.exec(text)?.[0] ?? ''
  return Object.fromEntries(
    (translationsByText.get(text.replace(/\d{4}/, '{{year}}')) ?? []).map((translated, i) => [
      `${field}${['En', 'Fr', 'De'][i]}`,
      translated.replace('{{year}}', year),
    ]),
  ) as { readonly [F in `${N}${Language}`]?: string } // One entry for each language.
}
