/** Marks as a school writes them in a setting (`72,24,6`): hours, days or minutes before or after a moment, the largest first. */
export const reminderMarks = (text: string): number[] => {
  const marks = text.split(/[,，、;；\s]+/).map(Number.parseFloat)
  return [...new Set(marks.filter(mark => Number.isFinite(mark) && mark >= 0))].sort((a, b) => b - a)
}
