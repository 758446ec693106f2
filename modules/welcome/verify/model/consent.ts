import { bool, entity, ref } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const fixed = { required: true, readonly: true } as const
/** 图像同意 (30-WV2): whether a new student lets pictures of their face and of their document be taken, each asked for by itself. Without an answer none is taken. */
export const verifyConsent = entity(
  'welcome.verifyConsent',
  '图像同意',
  { studentId: ref('student', '新生', fixed), face: bool('人脸照片', fixed), idImage: bool('证件照片', fixed) },
  { title: 'studentId', scope: BY_STUDENT, unique: [['studentId']], verbs: [] },
)
