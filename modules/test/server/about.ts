import type { MessageAbout } from '#server/notifications/about.ts'
import { testSchedule } from '../model/schedule.ts'

/** What messages about a test have in common. */
export const aboutTest: MessageAbout<{ id: string; name: string }> = { bizType: testSchedule.name, link: () => '/test/mine', values: ({ name }) => ({ name }) }
