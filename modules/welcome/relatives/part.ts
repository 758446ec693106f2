import { definePart } from '#model'
import { familyLinkActions, giveFamilyLink, welcomeFamilyLink } from './model/family-link.ts'

/** What the family of a new student may follow, by a link that the student gives. */
export default definePart({
  code: 'relatives',
  needs: ['steps'],
  entities: [welcomeFamilyLink],
  actions: familyLinkActions,
  menus: [{ title: '家人查看', hidden: true, of: [giveFamilyLink.permission] }],
  pages: [
    { path: '/welcome/family', title: '家人查看', component: 'welcome/FamilyLinkPage', access: 'signedIn', frame: 'bare', isEntry: true },
    { path: '/family/arrival', title: '报到进度', component: 'welcome/ArrivalFollowPage', access: 'open', frame: 'bare' },
  ],
  grants: { newStudent: [giveFamilyLink.permission] },
})
