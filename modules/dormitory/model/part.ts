import type { Module } from '#model'

/** What one part of the module (setup, stays, claims) brings to its declaration; `module.ts` puts the parts together. */
export type Part = Partial<Pick<Module, 'actions' | 'pages' | 'screens' | 'messages' | 'todoKinds' | 'widgets' | 'grants' | 'parameters'>> & {
  entities?: readonly unknown[]
  subjects?: readonly unknown[]
  /** Entries below 宿舍管理, in their order. */
  menus?: Module['menus']
}
