export { addDays, addMonths, daysBetween, eachDay, isBetween, lastDayOf, monthAfter, monthOf, monthsBetween, weekdayOf } from '#model/days.ts'
