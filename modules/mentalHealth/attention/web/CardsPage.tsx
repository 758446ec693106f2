import { Loaded } from '#web/feedback/Loaded.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { t } from '#web/i18n/index.ts'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { actionCards } from '../model/actions.ts'

export const about: PageFile['about'] = () => ({
  use: t('需要你留意的学生，以及请你做什么。'),
  who: t('只有你自己看得到；不写原因，也请不要打听和转述。'),
  first: t('照提示去做；情况紧急时马上联系辅导员。'),
})
/** 行动提示: what to do, without reasons (ML0). */
export default function CardsPage() {
  const read = useRead(actionCards, {})
  return (
    <Page title={t('行动提示')} width="form">
      <Loaded of={read} empty={cards => cards.length === 0 && t('现在没有需要你留意的事')}>
        {cards =>
          cards.map(({ id, name, className, card }) => (
            <Sheet key={id} title={[className, name].filter(Boolean).join(' ')}>
              <p>{card}</p>
            </Sheet>
          ))
        }
      </Loaded>
    </Page>
  )
}
