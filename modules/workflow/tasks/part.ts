import { definePart } from '#model'

/** The shape of a task that each student answers once while staff watch who lacks. Modules declare their kinds with it. */
export default definePart({ code: 'tasks', needs: ['applications', 'rounds'] })
