import { schoolDate } from '#model/school-time.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { CONTACT_KINDS, homeContact, homeContactAccount } from '../model/home-contact.ts'

const LIST = 'family:homeContact:list'
const ACCOUNTS = 'family:homeContactAccount:list'
/** How often and when the family was contacted; the list behind it is where a call is noted. */
export default profilePart({
  code: 'family',
  label: '家校联系',
  order: 58,
  permission: LIST,
  list: studentId => `/family/contacts?studentId=${studentId}`,
  async lines({ db }, studentId) {
    const [last] = await db.visibleFor(homeContact, LIST).all({ studentId }, { sort: ['-at'], limit: 1 })
    const [sum] = await db.visibleFor(homeContactAccount, ACCOUNTS).all({ studentId })
    return [
      sum?.contacts ? { label: '联系过', value: { text: '{n} 次', values: { n: sum.contacts } } } : null,
      last ? { label: '最近一次', value: { text: '{on} {kind}', values: { on: schoolDate(last.at), kind: { text: CONTACT_KINDS[last.kind] } } } } : null,
    ]
  },
})
