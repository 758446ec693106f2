/** What a change of a membership changes on the screen. */
export const CHANGES = ['society', 'societyMember', 'todo']
export const FUND_CHANGES = ['society', 'societyFundDraft', 'societyFundEntry', 'todo']
export const FOUNDING_CHANGES = ['societyFounding', 'founderConsent', 'processInstance', 'todo']
export const DISSOLUTION_CHANGES = ['societyDissolution', 'society', 'societyMember', 'processInstance']
