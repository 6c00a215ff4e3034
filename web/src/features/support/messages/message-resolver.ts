import { zodResolver } from '@hookform/resolvers/zod';
import { messageInput } from '#libs/contracts';

export default zodResolver(messageInput);
