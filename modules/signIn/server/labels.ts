import { schoolTimeText } from '#model/school-time.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { LINK } from './link.ts'

/** An occurrence as named in messages and refusals. */
export interface Named {
  id: string
  name: string
  opensAt: string
  closesAt: string
}
export const timesOf = ({ opensAt, closesAt }: Pick<Named, 'opensAt' | 'closesAt'>) => ({ opensAt: schoolTimeText(opensAt), closesAt: schoolTimeText(closesAt) })
export const aboutOccurrence: MessageAbout<Named> = { bizType: 'signOccurrence', link: of => `${LINK}?id=${of.id}`, values: of => ({ name: of.name, ...timesOf(of) }) }
