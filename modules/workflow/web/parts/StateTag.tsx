import { Tag } from 'antd'
import type { INSTANCE_STATES } from '../../model/instance.ts'
import { stateColour, stateText } from '../case/labels.ts'

/** State of an application. */
export const StateTag = ({ state }: { state: keyof typeof INSTANCE_STATES }) => (
  <Tag className="cases-tag" color={stateColour(state)}>
    {stateText(state)}
  </Tag>
)
