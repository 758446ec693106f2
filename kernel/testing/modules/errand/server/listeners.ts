import { on } from '#server/context.ts'

/** Somebody listens, so that tests find in the outbox what is told; what nobody hears is not written there. */
const hear = async (): Promise<void> => {}
export default ['workflow.submitted', 'workflow.decided'].map(event => on(event, `errand.${event}`, hear))
