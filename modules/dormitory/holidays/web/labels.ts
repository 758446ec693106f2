import { states } from '#model'

/** What a resident does about a holiday. */
export const stands = states({
  unanswered: { label: '未登记', tone: 'refused' },
  staying: { label: '留校', tone: 'going' },
  leaving: { label: '未离校', tone: 'attention' },
  left: { label: '已离校', tone: 'done' },
  back: { label: '已返校', tone: 'over' },
})
