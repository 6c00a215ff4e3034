import { zodResolver } from '@hookform/resolvers/zod';
import { replyInput } from '#libs/contracts';

export default zodResolver(replyInput);
