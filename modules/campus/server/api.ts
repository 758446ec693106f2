/** The module's public interface to other modules. */

export { changes, creates, type PlannedChange, type RolloverYears, rolloverStep } from '../rollover/server/api.ts'
export {
  type CalendarBook,
  calendarOf,
  currentOf,
  dayAt,
  dayTypeOn,
  isSchoolDayOn,
  schoolDayAfter,
  schoolDaysBetween,
  schoolYearOn,
  studyYears,
  termToday,
} from './calendar-book.ts'
export { campusFences, metresFromSchool, placeAtSchool } from './campus-position.ts'
export { cantonGroup, cantonsByCode, cityOf, isOutsideCity } from './cantons.ts'
export { endEmptyClasses } from './classes.ts'
export { type LessonsOf, type LessonTime, lessonTimes } from './lessons.ts'
export { type Human, personFor, personsFor } from './persons.ts'
export { departmentsBelow, departmentsReached } from './scope.ts'
export { fdyRatio } from './settings.ts'
export { holderOf, holdersOn, relationsOf } from './staffing.ts'
export { type StaffingSide, supplyStaffing } from './staffing-side.ts'
export { linkPersons } from './staged-persons.ts'
export { type CalendarEffect, calendarEffect, type Handed, type HandOverItem, handOverItem, type StudentSide, supplyStudents } from './student-side.ts'
export { accountsOfTeachers } from './teacher-accounts.ts'
export { termStartOn, xnOn, yearBeginsOn, yearStartOn } from './term-on.ts'
export { type BookingDraft, confirmVenue, holdVenue, lockVenue, mustBeUnbooked, releaseVenue } from './venue-bookings.ts'
export { type VenueUse, venueUses } from './venue-uses.ts'
