import { definePart } from '#model'

/** The shape of an application: form, preview, one's own list, withdrawing, resubmitting, the approver's card. Modules declare their kinds with it. */
export default definePart({ code: 'applications', needs: ['flows', 'cases'] })
