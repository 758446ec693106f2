/** What people do about themselves while they are in the realm of newcomers: their admission, the letter of it, and how they come. */
const OWN_IN_WELCOME = new RegExp(
  [
    '/admission/(admittedStudent|lateArrival|admissionRetention)/',
    ...[
      '/letter/admissionLetter/(mine|confirmAddress|copy)',
      '/welcome/welcomeStepState/(mine|submit)',
      '/welcome/welcomeScan/code',
      '/welcome/arrivalPlan/(mine|save)',
      '/welcome/welcomeInfo/(mine|save(Contact|Family|League|Sizes|Health|Household|Habits))',
      '/welcome/greenChannel/(mine|dues|apply|resubmit|withdraw|pay)',
      '/welcome/goodsOrder/(mine|save|decline)',
      '/welcome/verifyConsent/(mine|answer)',
      '/welcome/majorAdjustment/(apply|resubmit|withdraw|mine|offers)',
      '/welcome/welcomeFamilyLink/(mine|give|end)',
      '/welcome/dormPlacement/(mine|object|room)',
      '/dorm/claimRound/(hold|confirm|release|holdFavourite|mine|places|rooms|deltas|mates|teamClaim)',
      '/dorm/(claimTeam/(make|join|leave)|claimCard/(save|favourites))',
      '/workflow/objection/(raise|withdraw|mine)',
    ].map(path => `${path}$`),
  ].join('|'),
)
/** What applicants do about their own registration. */
const OWN_IN_EXAM = new RegExp(
  [
    '/exam/examApplication/(batches|mine|begin|save(Info|Files|Choices)|submit|pay|confirm|decline)$',
    '/exam/examSeat/(myTicket|ticketPdf)$',
    '/exam/(examScore|admissionRun)/mine$',
    '/exam/scoreRecheck/ask$',
    '/workflow/objection/(raise|withdraw|mine)$',
  ].join('|'),
)
/** Paths by which people of a realm act for themselves. */
export const OWN_IN = { welcome: OWN_IN_WELCOME, exam: OWN_IN_EXAM }
