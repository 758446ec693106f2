import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import type { Shown } from '#web/records/columns.ts'
import { useRead } from '#web/records/useRead.ts'
import type { societyDissolution } from '../../model/dissolution.ts'
import { finishDissolution, liquidation, tickLiquidation } from '../../model/dissolution-actions.ts'
import { DISSOLUTION_CHANGES } from '../labels.ts'
import { Leftovers } from './Leftovers.tsx'

/** The list that has to be clear before a society is dissolved. */
export function LiquidationPanel({ of, onClose }: { of: Shown<typeof societyDissolution>; onClose: () => void }) {
  const read = useRead(liquidation, { id: of.id })
  return (
    <Panel open size={480} title={t('清算清单')} onClose={onClose}>
      <Loaded of={read}>
        {({ leftovers, isClear, into }) => (
          <Stack>
            <Leftovers of={leftovers} />
            <p className="ql-help">
              {into
                ? t('注销时成员和经费余额转到“{{into}}”；活动由负责人或老师逐个结项或取消，借用的物品和档案交给它。', { into })
                : t('经费余额在“社团经费”里记一笔“交回”，交给业务指导单位；活动由负责人或老师逐个结项或取消。')}
            </p>
            <Row gap={2}>
              <FormButton
                of={tickLiquidation}
                input={{ id: of.id }}
                initial={{ thingsBack: of.thingsBack, archived: of.archived, ...(of.clearNote ? { clearNote: of.clearNote } : {}) }}
                changes={DISSOLUTION_CHANGES}
              />
              {isClear ? (
                <ActionButton
                  of={finishDissolution}
                  input={{ id: of.id }}
                  danger
                  changes={DISSOLUTION_CHANGES}
                  confirm={
                    into ? t('注销后不能恢复，在校的成员转到“{{into}}”；成员得到的时长和积分保留。', { into }) : t('注销后不能恢复，成员全部退社；成员得到的时长和积分保留。')
                  }
                />
              ) : null}
            </Row>
          </Stack>
        )}
      </Loaded>
    </Panel>
  )
}
