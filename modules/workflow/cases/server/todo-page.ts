import { todoPage } from '#server/extensions/desk-parts.ts'
import { applicationsOf } from '../../flows/server/api.ts'

/** Approvals of one type are decided together in 我的审批. */
export default todoPage({
  code: 'workflow.approvals',
  of(db, bizType) {
    const types = db.registered(applicationsOf).filter(a => a.subject.entity.name === bizType)
    const [only, ...others] = types.map(a => a.subject.processType)
    if (!only) return undefined
    return others.length ? '/workflow/approvals' : `/workflow/approvals?processType=${only}`
  },
})
