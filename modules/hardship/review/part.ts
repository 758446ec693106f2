import { definePart } from '#model'
import * as act from './model/actions.ts'
import { reviewGroup, reviewVolunteer, reviewVote } from './model/group.ts'
import { REVIEW_MESSAGES } from './model/messages.ts'

const LIST = 'hardship:reviewGroup:list'

/** The class review: groups drawn from the willing, secret votes without names, and their result. */
export default definePart({
  code: 'review',
  needs: ['levels', 'recognition'],
  entities: [reviewGroup, reviewVolunteer, reviewVote],
  actions: act.reviewActions,
  menus: [
    { title: '班级评议', path: '/hardship/reviews', component: 'hardship/ReviewPage', icon: 'users-round', of: [reviewGroup, act.drawGroup, act.skipReview] },
    {
      title: '我的班级评议',
      path: '/hardship/review',
      component: 'hardship/MyReviewPage',
      icon: 'book-open-check',
      of: [act.castVote],
      own: 'student',
      service: { title: '班级评议', category: 'money' },
    },
  ],
  messages: Object.values(REVIEW_MESSAGES),
  grants: {
    officer: [LIST, 'hardship:reviewGroup:export'],
    college: [LIST, act.skipReview.permission, act.drawGroup.permission],
    fdy: [LIST, act.drawGroup.permission],
    student: [act.castVote.permission],
  },
})
