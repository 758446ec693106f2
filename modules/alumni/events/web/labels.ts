/** What changes of notices and activities change on the screen. */
export const ACTIVITY_CHANGES = ['alumniActivity', 'alumniEnrolment', 'alumniDayPass']
export const NOTICE_CHANGES = ['alumniNotice', 'alumniNoticeRead']
