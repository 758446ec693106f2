import { printTemplate } from '#server/print/layout.ts'
import { CERTIFICATE_KINDS, graduationCertificate } from '../model/certificate.ts'

const paper = (code: string, kind: keyof typeof CERTIFICATE_KINDS, text: string) =>
  printTemplate(graduationCertificate, {
    code,
    name: CERTIFICATE_KINDS[kind],
    holder: 'studentId',
    paper: 'A4L',
    isOnce: true,
    layout: {
      title: CERTIFICATE_KINDS[kind],
      blocks: [
        { kind: 'grid', columns: 2, photo: {}, fields: ['studentId', 'studentNo', 'departmentId', 'majorId', 'level', 'number'] },
        { kind: 'text', text },
        { kind: 'text', text: '签发日期：{date}', align: 'right' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  })
/** GR6: each is printed once; a lost one is proved by a paper of another number. */
export default [
  paper('graduationCertificate', 'graduation', '学生 {studentId}，在本校 {majorId} 专业学习，修完教学计划规定的全部课程，成绩合格，准予毕业。'),
  paper('completionCertificate', 'completion', '学生 {studentId}，在本校 {majorId} 专业学习，修完教学计划规定的课程，准予结业。'),
  paper('degreeCertificate', 'degree', '学生 {studentId}，在本校 {majorId} 专业完成学业，经审核符合学位条例的规定，授予学位。'),
  paper('certificateProof', 'proof', '学生 {studentId}，在本校 {majorId} 专业学习，已毕业。原证书（{ofId}）遗失，特此证明。'),
]
