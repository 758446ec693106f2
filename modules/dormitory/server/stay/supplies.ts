import { supplyBeds } from '#modules/student/server/api.ts'
import { bedOfStudents } from './beds.ts'

// the student's record shows the bed; it stands below this module and asks through what is handed in here
supplyBeds({ bedOfStudents })
