import { schoolTimeText } from '#model/school-time.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import type { Temp } from './submit.ts'

export const aboutTemp: MessageAbout<Temp> = {
  bizType: 'tempLocation',
  link: row => `/dormitory/temp/mine?id=${row.id}`,
  values: row => ({ from: schoolTimeText(row.from), to: schoolTimeText(row.to), nights: row.nights }),
}
