import { Segmented, type SegmentedProps } from 'antd'

/** antd's control in a file of its own, which a page loads once it has views to choose from. */
export default (props: Omit<SegmentedProps<string>, 'ref'>) => <Segmented {...props} />
