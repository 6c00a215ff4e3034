import { zodResolver } from '@hookform/resolvers/zod';
import { churchSignup } from '#libs/contracts';

export default zodResolver(churchSignup);
