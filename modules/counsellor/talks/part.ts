import { definePart } from '#model'
import { TALK_MESSAGES } from './model/messages.ts'
import { askTalk, myTalks, talkActions, talkDesk, talkRequest } from './model/talk-request.ts'

/** Talks that students ask their counsellor for. */
export default definePart({
  code: 'talks',
  needs: ['log'],
  entities: [talkRequest],
  actions: talkActions,
  menus: [
    { title: '学生约谈', path: '/counsellor/talks', component: 'counsellor/TalkDeskPage', icon: 'message-square', of: [talkDesk] },
    {
      title: '约辅导员',
      path: '/counsellor/my-talks',
      component: 'counsellor/MyTalkPage',
      icon: 'message-square',
      of: [askTalk, myTalks],
      own: 'student',
      service: { title: '约辅导员', category: 'life' },
    },
  ],
  messages: Object.values(TALK_MESSAGES),
  grants: { fdy: [talkDesk.permission], student: [askTalk.permission] },
})
