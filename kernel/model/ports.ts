import type { Action } from './action.ts'

/** Calls that the kernel's screens make and pages they link to (`…Page`), which modules provide. A module says which of its actions, routes or pages it is (`ports` in module.ts), so
 *  that the kernel knows neither the module nor the address. */
export const PORTS = [
  // before and at sign-in
  'appInfo',
  'openPictures',
  'signInWays',
  'sendSmsCode',
  'forgotPage',
  'publicPage',
  'startSocialSignIn',
  'safeReturnPath',
  'createSignInScan',
  'signInScanState',
  'enrolSecondFactor',
  'confirmSecondFactor',
  'registrationTicket',
  'registerApplicant',
  'claimAlumnusPage',
  'privacyNotice',
  'agreePrivacyNotice',
  // the session and its shell
  'myMenus',
  'myButtons',
  'menuStanding',
  'menuSpellings',
  'myApps',
  'frameAddress',
  'mySessions',
  'endMySession',
  'signScript',
  'recentPages',
  'noteOpening',
  'myLook',
  'saveLook',
  'publishLook',
  'parameterGroup',
  'licenceStanding',
  'licencePage',
  'codeSet',
  'roleHolders',
  'reportError',
  // counts and messages
  'savedQueries',
  'todoCount',
  'unreadMessages',
  'myMessages',
  'openMessage',
  'readMessages',
  'keepPush',
  // big screens
  'screenStanding',
  'screenRead',
  'screenSample',
  'screenStream',
  'openScreenPairing',
  'collectScreenKey',
  'devicesPage',
] as const
export type Port = (typeof PORTS)[number]
/** What answers a port: an action, the address of a route below the module's service, or a page's path. */
export type Ports = Readonly<Partial<Record<Port, Action | string>>>

/** Address and permission of a port's call. */
export interface PortCall {
  path: string
  permission?: string
}
