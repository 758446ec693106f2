/** Marks as a school writes them in a setting (`72,24,6`): hours, days or minutes before or after a moment, the largest first. */
export const reminderMarks = (text: string): number[] => {
  const marks = text.split(/[,，、;；\s]+/).map(Number.parseFloat)
  return [...new Set(marks.filter(mark => Number.isFinite(mark) && mark >= 0))].sort((a, b) => b - a)
}
/** Marks before a moment that have been passed and not been reminded of. After downtime there may be several; one reminder is for all of them. */
export const marksDue = (marks: readonly number[], left: number, done: readonly number[] | null): number[] => marks.filter(mark => mark >= left && !done?.includes(mark))
