import { supplyBeds } from '#modules/student/server/api.ts'
import { bedOfStudents } from './beds.ts'

// the student record shows the bed; it is a lower module and calls through this registration
export default supplyBeds({ bedOfStudents })
