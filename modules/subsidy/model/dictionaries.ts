import { dictionary } from '#model'

/** What has happened to somebody who asks for help. */
export const subsidyCause = dictionary('subsidyCause', '求助原因', { illness: '重大疾病', accident: '意外事故', disaster: '自然灾害', familyDeath: '亲人去世', other: '其他困难' })
