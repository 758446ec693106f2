/** The module's public interface to other modules. */
export { openAnswers } from './open-answers.ts'
