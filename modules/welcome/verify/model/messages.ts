import { messagesOf, template } from '#model'

export const VERIFY_MESSAGES = messagesOf(
  'welcome',
  { name: '新生', reason: '说明' },
  {
    idDoubt: template('身份核验存疑', 'important', '{name}的身份核验存疑，请复核', '{name}的身份核验存疑：{reason}。请和现场的人、证件、录取信息再核对一次。'),
    idFailed: template('身份核验不通过', 'important', '{name}的身份核验不通过', '{name}的身份核验不通过：{reason}。必办的现场环节已经停办。'),
  },
)
