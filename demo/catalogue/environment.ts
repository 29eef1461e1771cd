import type { CatalogueDepartment } from './entry.ts'

export const environment: CatalogueDepartment = {
  name: 'Geografie și știința mediului',
  description:
    'Geografie aplicată și protecția mediului, cu o stație de cercetare în Munții Apuseni.',
  building: 'H',
  mailbox: 'geografie',
  budget: 1_740_000,
  fields: [
    'geomorfologie',
    'climatologie',
    'turism durabil',
    'hidrologie',
    'sisteme informaționale geografice',
    'ecologie',
  ],
  specializations: [
    {
      code: 'GTU',
      name: 'Geografia turismului',
      cycle: 'bachelor',
      language: 'ro',
      description: 'Geografie, economia turismului și planificare teritorială.',
      groups: 1,
      semesters: [
        'Geografie fizică generală; Cartografie; Introducere în turism',
        'Geografie umană; Meteorologie și climatologie; Topografie',
        'Potențialul turistic al României; Sisteme informaționale geografice; Economia turismului',
        'Geomorfologie; Ecoturism; Marketing turistic',
        'Amenajarea turistică a teritoriului; Geografia Europei; Agroturism',
        'Tehnica operațiunilor de turism; Legislație în turism; Lucrarea de licență',
      ],
    },
    {
      code: 'SME',
      name: 'Știința mediului',
      cycle: 'bachelor',
      language: 'ro',
      description: 'Chimia, biologia și evaluarea mediului, cu aplicații de teren.',
      groups: 1,
      semesters: [
        'Chimia mediului; Biologie generală; Matematică și statistică',
        'Fizica mediului; Ecologie generală; Geologie',
        'Poluarea apei și a solului; Hidrologie; Pedologie',
        'Poluarea aerului; Toxicologia mediului; Teledetecție',
        'Evaluarea impactului asupra mediului; Gestiunea deșeurilor; Legislația mediului',
        'Monitoring ecologic; Arii protejate; Finalizarea lucrării de licență',
      ],
    },
  ],
}
