import { studentService } from '#modules/student/server/api.ts'
import { CHOOSING } from './facts.ts'

/** 40-F16: a school may keep the choice of beds from students in arrears. */
export default studentService({ code: CHOOSING, label: '选床位' })
