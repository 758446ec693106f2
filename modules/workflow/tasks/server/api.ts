/** What other parts of the module may call. */
export { type AnonymousAnswers, shuffleLately } from './anonymous.ts'
export { handleAnswers } from './answering.ts'
export { askAgain, markAnswered } from './ask.ts'
export { followBoard } from './follow.ts'
export { ownTasks } from './own-tasks.ts'
export { lackingAccounts, lacks, progressOf, type TaskPeople } from './people.ts'
export { forgetMarks, takeMarks, takeReminders } from './remind.ts'
export { task } from './task.ts'
