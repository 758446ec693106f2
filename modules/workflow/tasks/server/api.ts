/** What other parts of the module may call. */
export { handleAnswers } from './answering.ts'
export { askAgain, markAnswered } from './ask.ts'
export { followBoard } from './follow.ts'
export { lackingAccounts, progressOf, type TaskPeople } from './people.ts'
export { forgetMarks, takeMarks, takeReminders } from './remind.ts'
export { task } from './task.ts'
