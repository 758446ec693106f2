import { allModules, type BigScreen } from '#model'

/** Big screens of the installed modules, in order of declaration. */
export const allScreens = (): readonly BigScreen[] => allModules().flatMap(m => m.screens)
export const screenNamed = (code: unknown): BigScreen | undefined => allScreens().find(s => s.code === code)
