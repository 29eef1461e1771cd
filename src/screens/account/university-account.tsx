import { AccountScreen } from '@matricola/console/screens/account/account-screen.tsx'
import { OwnProfessorRecord, OwnStudentRecord } from './own-record.tsx'

const records = { professor: OwnProfessorRecord, student: OwnStudentRecord }

/** The account page with the university's record of the user. */
export const UniversityAccount = () => <AccountScreen records={records} />
