import { on } from '#server/context.ts'

/** A listener, so that events appear in the outbox; events without listeners are not stored there. */
const hear = async (): Promise<void> => {}
export default ['workflow.submitted', 'workflow.decided'].map(event => on(event, `errand.${event}`, hear))
