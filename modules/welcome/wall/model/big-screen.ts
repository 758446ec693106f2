import type { BigScreen } from '#model'
import { WALL_MEASURES } from './measures.ts'

export const WELCOME_SCREEN: BigScreen = {
  code: 'welcome',
  path: '/datascreen/welcome',
  title: '迎新大屏',
  permission: 'welcome:welcomeScreen:view',
  measures: WALL_MEASURES,
}
