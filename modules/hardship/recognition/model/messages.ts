import { messagesOf, template } from '#model'

/** Outside the product nothing is left of a level, whose first character would tell it, or of a reason, which may be about the family. */
export const RECOGNITION_MESSAGES = messagesOf(
  'hardship',
  { batch: '批次' },
  {
    recognised: template(
      '困难认定结果',
      'important',
      '{batch}：认定为{level}',
      '{name}，你在{batch}中认定为{level}，有效到 {to}。可以申请助学金等资助。',
      { name: '学生', level: '等级', to: '有效期' },
      { sensitivity: { level: 'S2' } },
    ),
    notRecognised: template(
      '困难认定结果',
      'important',
      '{batch}：未认定',
      '{name}，你在{batch}中没有认定为困难：{reason}。对结果有疑问可以向学院了解。',
      { name: '学生', reason: '原因' },
      { sensitivity: { reason: 'S2' } },
    ),
  },
)
