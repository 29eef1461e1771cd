import type { CatalogueDepartment } from './entry.ts'

export const law: CatalogueDepartment = {
  name: 'Drept',
  description:
    'Licență de patru ani, master de drept european și o clinică juridică deschisă publicului.',
  building: 'E',
  mailbox: 'drept',
  budget: 2_180_000,
  fields: [
    'drept civil',
    'drept penal',
    'drept constituțional',
    'dreptul Uniunii Europene',
    'drept comercial',
    'procedură civilă',
    'criminologie',
  ],
  specializations: [
    {
      code: 'DRE',
      name: 'Drept',
      cycle: 'bachelor',
      language: 'ro',
      description: 'Pregătire pentru profesiile juridice, cu procese simulate din anul al treilea.',
      groups: 2,
      semesters: [
        'Teoria generală a dreptului; Drept constituțional I; Drept roman',
        'Drept civil. Partea generală; Drept constituțional II; Istoria dreptului românesc',
        'Drept civil. Drepturile reale; Drept penal. Partea generală; Drept administrativ I',
        'Drept civil. Teoria obligațiilor; Drept penal general II; Drept administrativ II',
        'Drept civil. Contracte; Drept penal. Partea specială; Dreptul Uniunii Europene',
        'Drept procesual penal; Dreptul muncii; Drept financiar și fiscal',
        'Drept procesual civil; Drept comercial; Dreptul familiei și succesiuni',
        'Drept internațional privat; Criminalistică; Redactarea lucrării de licență',
      ],
    },
    {
      code: 'DEU-M',
      name: 'Drept european și internațional',
      cycle: 'master',
      language: 'fr',
      description:
        'Master de doi ani predat în limba franceză, împreună cu universități partenere.',
      groups: 1,
      semesters: [
        'Droit institutionnel de l’Union européenne; Droit international public approfondi; Méthodologie juridique',
        'Droit du marché intérieur; Droits de l’homme; Droit de la concurrence',
        'Droit pénal européen; Arbitrage international; Protection des données personnelles',
        'Clinique juridique; Procès simulé en droit européen; Préparation du mémoire',
      ],
    },
  ],
}
