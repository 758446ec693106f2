import { action, entity, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

const reason = text('原因', { required: true, min: 4, max: 200, multiline: true, help: '一句话写清看到了什么。身体和心理方面的情况不要写在这里' })
/** 预警标记: somebody who answers for a student asks to keep an eye on them. */
export const warningMark = entity(
  'warning.warningMark',
  '预警标记',
  { studentId: ref('student', '学生', { required: true, immutable: true }), markedById: ref('user', '标记人', { required: true, readonly: true }), reason },
  { title: 'reason', scope: BY_STUDENT, verbs: [] },
)
/** 60-EW: the counsellor's own mark; one at a time from each of them. */
export const markStudent = action('warning.warningMark.mark', '标记学生', {
  input: { studentId: ref('student', '学生', { required: true }), reason },
  output: 'none',
  refusals: { unknown: '没有这名学生', marked: '{name}在 {date} 已由你标记过，30 天内不用再标记' },
})
