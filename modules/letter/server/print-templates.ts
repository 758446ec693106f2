import { admittedStudent } from '#modules/admission/roll/model/admitted-student.ts'
import { checkQuestion } from '#server/print/check-question.ts'
import { printTemplate } from '#server/print/layout.ts'
import { admissionLetter } from '../model/admission-letter.ts'

const TAIL = 4
export default [
  printTemplate(admissionLetter, {
    code: 'admissionLetter',
    name: '录取通知书',
    holder: 'name',
    paper: 'A4',
    isMadeByModule: true,
    layout: {
      title: '录取通知书',
      blocks: [
        { kind: 'text', text: '通知书编号：{letterNo}', align: 'right' },
        { kind: 'text', text: '{name}同学（考生号 {ksh}）：' },
        { kind: 'text', text: '经批准，你被录取到我校{departmentId}{gradeMajorId}专业学习。请凭本通知书于 {reportFrom} 至 {reportTo} 来校报到。' },
        { kind: 'text', text: '扫描下方二维码，填写通知书编号和身份证件号后四位，可以核验真伪。' },
        { kind: 'seal', text: '{school}（盖章）' },
      ],
    },
  }),
  /** 30-LT4: whoever has found a letter learns nothing from its code alone. */
  checkQuestion(admissionLetter, ['通知书编号', '证件号后四位'], async (db, id, [letterNo = '', tail = '']) => {
    const letter = await db.unscoped(admissionLetter).find({ id }) // the code is signed; its answers are judged here
    const roll = letter && (await db.unscoped(admittedStudent).find({ id: letter.studentId })) // as above
    return !!roll && letter.letterNo === letterNo && tail.length === TAIL && roll.idNo.slice(-TAIL).toUpperCase() === tail.toUpperCase()
  }),
]
