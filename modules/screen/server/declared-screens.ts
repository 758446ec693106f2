import { allModules, type BigScreen } from '#model'

/** Walls of the modules that run, in the order they were declared. */
export const allScreens = (): readonly BigScreen[] => allModules().flatMap(m => m.screens)
export const screenNamed = (code: unknown): BigScreen | undefined => allScreens().find(s => s.code === code)
