export { addDays, addMonths, daysBetween, eachDay, isBetween, monthAfter, monthOf, monthsBetween, weekdayOf } from '#model/days.ts'
